"""A project in a notebook."""

import xml.etree.ElementTree as ElementTree

from likewise.finder.inputs import as_documents
from likewise.project import Answer, Project, create_project
from likewise.project.answers import get_time


def test_a_project_shows_what_is_in_it_and_what_is_decided(tmp_path):
    path = tmp_path / "<review>.likewise"
    examples, pile = as_documents(["red wine"], "<known>"), as_documents(["tea", "wine", "milk", "beer"], "pile")
    create_project(path, examples, pile, by="ana & ben")
    with Project(path) as project:
        assert "not decided: 4" in project._repr_html_()
        project.append([Answer("2", "yes", "ana", get_time()), Answer("1", "no", "ana", get_time())])
        page = project._repr_html_()
    for told in (
        "&lt;review&gt;.likewise: 4 documents, 1 example",
        "yes: 1",
        "no: 1",
        "not decided: 2",
        "ana &amp; ben",
    ):
        assert told in page
    ElementTree.fromstring(f"<div>{page}</div>")
    assert "(closed)" in project._repr_html_()
    assert repr(project).endswith("closed)")
