"""Writes that a page sends again because it heard nothing: each is done once."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable

from starlette.responses import Response

#: Writes that are remembered; a page sends one after the other.
_MOST_KEPT = 1000


class Once:
    """Remembers what was answered to writes that have a key of their own.

    Without it, an undo whose answer is lost on the way would, sent again, take back the answer before it as well.

    Examples
    --------
    >>> once, done = Once(), []
    >>> async def work():
    ...     done.append("saved")
    ...     return Response("saved")
    >>> async def send_twice():
    ...     return [(await once.do("key", work)).body for _ in range(2)]
    >>> asyncio.run(send_twice()), done
    ([b'saved', b'saved'], ['saved'])
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[Hashable, asyncio.Future[Response]] = OrderedDict()

    async def do(self, key: Hashable | None, work: Callable[[], Awaitable[Response]]) -> Response:
        """Do some work, or wait for what came of it when it was asked for before.

        Parameters
        ----------
        key : hashable or None
            Of the write; None if it has none.
        work : callable
            Returns what is answered; what it raises is raised here, and not remembered.

        Returns
        -------
        starlette.responses.Response
            The same one every time.
        """
        if key is None:
            return await work()
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = asyncio.ensure_future(work())
            while len(self._answers) > _MOST_KEPT:
                self._answers.popitem(last=False)
        try:
            return await asyncio.shield(answer)  # whoever leaves does not stop it
        finally:
            if answer.done() and (answer.cancelled() or answer.exception() is not None):
                self._answers.pop(key, None)
