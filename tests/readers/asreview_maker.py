"""Makers of projects as ASReview exports them."""

import json
import zipfile

from tests.readers.exports import database
from tests.readers.zip_maker import zip_file

_PICKLE = b"cos\nsystem\n(S'exit 1'\ntR."


def _results(labels):
    rows = "".join(f"insert into results values ({record}, {label}, 'nb', 'max');" for record, label in labels.items())
    return f"create table results (record_id integer, label integer, classifier text, querier text); {rows}"


def asreview_1(data, labels, compression=zipfile.ZIP_DEFLATED):
    """Make a project of version 1: the file that was imported, and decisions by the number of the row, from 0."""
    project = {
        "version": "1.6.2",
        "id": "a1",
        "mode": "oracle",
        "dataset_path": next(iter(data)),
        "reviews": [{"id": "b2", "status": "review"}],
        "feature_matrices": [{"id": "tfidf", "filename": "tfidf_feature_matrix.npz"}],
    }
    members = {
        "project.json": json.dumps(project),
        **{f"data/{name}": content for name, content in data.items()},
        "reviews/b2/results.sql": database(_results(labels) + "create table record_table (record_id integer);"),
        "reviews/b2/settings_metadata.json": "{}",
        "feature_matrices/tfidf_feature_matrix.npz": _PICKLE,
    }
    return zip_file(members, compression)


def asreview_2(records, compression=zipfile.ZIP_DEFLATED):
    """Make a project of version 2, of titles and labels: the records are in a database."""
    rows = "".join(
        f"insert into record values ({number}, {number}, 'd', '{title}', 'We drink.', '[\"A\", \"B\"]', '[]', null);"
        for number, title in enumerate(records, start=5)
    )
    labels = {number: "null" if label is None else label for number, label in enumerate(records.values(), start=5)}
    columns = "record_id integer primary key, dataset_row, dataset_id, title, abstract, authors, keywords, included"
    members = {
        "project.json": json.dumps({"version": "2.1", "reviews": [{"id": "b2"}], "datasets": [{"id": "d"}]}),
        "data/wine.csv": "title\nsomething else\n",
        "data_store.db": database(f"create table record ({columns}); {rows}"),
        "reviews/b2/results.db": database(_results(labels)),
    }
    return zip_file(members, compression)
