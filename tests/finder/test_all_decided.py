"""When every document is decided, there is still a result to write and to show."""

from likewise.finder import Finder


def test_a_pile_that_is_decided_as_a_whole_has_a_result(tmp_path):
    pile = ["tea", "wine", "red wine"]
    result = Finder().find(["red wine", "fine wine glass"], pile, decisions={"1": "no", "2": "yes"})
    assert result.table.select("id", "rank", "decision").rows() == [
        ("2", None, "yes"),
        ("1", None, "no"),
        ("3", None, "example"),
    ]
    assert result.summary == "every document is decided; you said yes to 1"
    assert result.recall.share == 1.0
    assert "nothing is left to rank" in result.notes[-1]
    result.write(tmp_path / "found.xlsx")
    assert "Every document is decided" in result.write_report(tmp_path / "report.html").read_text()
