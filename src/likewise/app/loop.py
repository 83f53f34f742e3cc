"""Simulate a screening loop on labelled documents."""

from pathlib import Path
from typing import Any

from likewise.app.evaluate import check_picture
from likewise.app.evaluate_request import LoopRequest
from likewise.app.first_run import report_first_run
from likewise.app.inputs import check_path
from likewise.app.labelled import read_labelled
from likewise.app.methods import check_method
from likewise.errors import UserError
from likewise.progress import Progress, report_stage


def check_loop_request(request: LoopRequest) -> None:
    """Refuse a loop that cannot work, by what is known without loading anything heavy.

    Parameters
    ----------
    request : LoopRequest
        What is asked for.

    Raises
    ------
    UserError
        If a path, a method, a number or a place for a picture is wrong, or fields do not go together.

    Examples
    --------
    >>> check_loop_request(LoopRequest(labelled="review.csv", positive="1", batch=0))
    Traceback (most recent call last):
        ...
    likewise.errors.UserError: a batch has at least 1 document, not 0
    """
    if request.batch < 1:
        raise UserError(f"a batch has at least 1 document, not {request.batch}", parameter="batch")
    if request.repeats < 1:
        raise UserError(f"the number of repeats must be at least 1; it is {request.repeats}", parameter="repeats")
    if request.n_examples < 1:
        raise UserError(
            f"the number of examples must be at least 1; it is {request.n_examples}", parameter="n_examples"
        )
    if request.audit is not None and not 0 < request.audit <= 1:
        raise UserError(
            f"an audit is a share of the pile, above 0 and at most 1, not {request.audit}", parameter="audit"
        )
    methods = request.method or ()
    for name in methods:
        check_method(name)
    if len(set(methods)) < len(methods):
        raise UserError("a method is named twice; name each once", parameter="method")
    if len(methods) > 1 and request.params:
        raise UserError("parameters are for one method; name one, or leave them out", parameter="params")
    if request.plot is not None:
        check_picture(Path(request.plot).expanduser())
    check_path(request.labelled, "labelled")


def simulate_loop(request: LoopRequest, progress: Progress | None = None) -> dict[str, Any]:
    r"""Read labelled documents, screen them in a loop, and draw a picture of it if wanted.

    Parameters
    ----------
    request : LoopRequest
        What is asked for.
    progress : callable or None, default=None
        Called with a `likewise.progress.Stage`.

    Returns
    -------
    dict
        As `likewise.evaluate.simulate_loop` returns it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "drinks.csv")
    ...     _ = path.write_text("label,text\nwine,a glass of wine\nwine,wine in a glass\ntea,a pot of tea\n")
    ...     request = LoopRequest(labelled=str(path), positive="wine", n_examples=1, method=("centroid",))
    ...     simulate_loop(request)["n95"]
    1
    """
    check_loop_request(request)
    report_first_run(progress)
    report_stage(progress, "reading")
    from likewise import evaluate
    from likewise.atomic_write import write_whole
    from likewise.evaluate.recall_chart import draw_loop
    from likewise.evaluate.repeats import check_n_jobs
    from likewise.finder.estimators import DEFAULT_METHOD, make_estimator

    check_n_jobs(request.n_jobs)
    methods = request.method or (DEFAULT_METHOD,)
    for method in methods:
        make_estimator(method, request.params)  # a wrong parameter should not wait for the file to be read
    texts, labels = read_labelled(request.labelled, text=request.text, label=request.label)
    outcome = evaluate.simulate_loop(
        texts,
        labels,
        request.positive,
        request.n_examples,
        methods,
        request.seed,
        batch=request.batch,
        audit=request.audit,
        repeats=request.repeats,
        params=request.params,
        n_jobs=request.n_jobs,
        callback=progress,
    )
    if request.plot is not None:
        title = f"Screening for {request.positive} in batches of {request.batch:,}, from {request.n_examples:,} known"
        write_whole(draw_loop(outcome, title).encode(), Path(request.plot).expanduser())
    return outcome
