"""Every finding of users and of the attacker has a test: this says which, and that it is there."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
LOST = "scenarios/test_nothing_is_lost.py"
OUTPUTS = "scenarios/test_outputs_"
FILES = "scenarios/test_findings_of_files_and_help.py"
SCIENTIST = "scenarios/test_findings_of_a_data_scientist.py"
REPORT, TERMINAL, WORKBOOK = f"{OUTPUTS}in_a_report.py", f"{OUTPUTS}on_a_terminal.py", f"{OUTPUTS}in_a_workbook.py"

#: Of each finding, a file of tests and how the name of a test in it begins.
FINDINGS = {
    "D1": (LOST, "test_d1_"),
    "D2": (LOST, "test_d2_"),
    "D3": (f"{OUTPUTS}are_never_lost.py", "test_a_sheet_with_answers_is_kept"),
    "D4": (LOST, "test_d4_"),
    "D5": (FILES, "test_d5_"),
    "D6": (LOST, "test_d6_"),
    "D7": (LOST, "test_d7_"),
    "D8": (LOST, "test_d8_"),
    "D9": (LOST, "test_d9_"),
    "D10": (FILES, "test_d10_"),
    "D11": (LOST, "test_d11_"),
    "D12": (SCIENTIST, "test_d12_"),
    "D13": (SCIENTIST, "test_d13_"),
    "D13b": (LOST, "test_d13b_"),
    "D14": (WORKBOOK, "test_our_columns_come_first"),
    "D15": (WORKBOOK, "test_the_random_check_is_the_same"),
    "D16": (REPORT, "test_documents_have_authors_year_journal_and_a_link"),
    "D17": (REPORT, "test_print_shows_whole_entries"),
    "D18": (LOST, "test_d18_"),
    "D19": (FILES, "test_d19_"),
    "D20": (TERMINAL, "test_where_there_are_probably_none"),
    "D21": (TERMINAL, "test_a_pile_of_numbers"),
    "D22": (LOST, "test_d22_"),
    "D23": (SCIENTIST, "test_d23_"),
    "D24": (SCIENTIST, "test_d24_"),
    "D25": (TERMINAL, "test_examples_are_named_by_title"),
    "D26": (TERMINAL, "test_a_name_with_an_emoji"),
    "D27": (FILES, "test_d27_"),
    "D28": (FILES, "test_d28_"),
    "D29": (FILES, "test_d29_"),
    "D30": (FILES, "test_d30_"),
    "D31": (FILES, "test_d31_"),
    "D32": (TERMINAL, "test_parameters_have_meanings"),
    "D33": (FILES, "test_d33_"),
    "audit": (f"{OUTPUTS}are_never_lost.py", "test_answers_on_the_audit_sheet_count"),
    "threads": ("models/test_threads.py", "test_four_threads_that_fit_at_once"),
    "crashes": ("models/test_hard_inputs.py", "test_one_class_svm_takes_identical_documents"),
    "kills": ("test_atomic_write.py", "test_what_a_killed_write_left_is_removed"),
    "two files": ("test_atomic_write.py", "test_if_one_of_several_fails_none_is_changed"),
    "damaged results": ("project/test_results.py", "test_a_file_cut_short_or_with_a_wrong_byte"),
    "formulas": (WORKBOOK, "test_formulas_pass_through"),
    "links": ("readers/test_text_files_and_folders.py", "test_links_that_lead_out_of_a_folder"),
    "interrupts": ("cli/test_program.py", "test_an_interrupt_while_modules_are_loaded"),
}


@pytest.mark.parametrize("finding", FINDINGS)
def test_a_finding_has_a_test(finding):
    file, beginning = FINDINGS[finding]
    tree = ast.parse((TESTS / file).read_text())
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert any(name.startswith(beginning) for name in names)


def test_no_finding_is_left_out():
    assert {f"D{number}" for number in range(1, 34)} <= FINDINGS.keys()
