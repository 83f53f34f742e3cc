"""The account of a project: what became of its records, who decided, and how far they agree."""

from dataclasses import dataclass

from likewise.report.page import Fact
from likewise.report.prisma import Prisma, describe_prisma


@dataclass(frozen=True)
class Account:
    """What a project has to account for.

    Parameters
    ----------
    prisma : Prisma
        What became of the records.
    reviewers : tuple of (str, str), default=()
        Each reviewer and what they decided, and how far each two agree.
    stop : str, default=""
        What the random sample says, in sentences.

    Examples
    --------
    >>> Account(Prisma((("a.ris", 5),), 4, 0, 1, 2, 0, 1, 0), (("ana", "2 yes, 1 no"),)).describe()[-30:]
    ' Decisions (ana: 2 yes, 1 no).'
    """

    prisma: Prisma
    reviewers: tuple[Fact, ...] = ()
    stop: str = ""

    def describe(self) -> str:
        """Say it in sentences, for a paper.

        Returns
        -------
        str
            A paragraph.
        """
        who = "; ".join(f"{name}: {said}" for name, said in self.reviewers)
        decided = f" Decisions ({who})." if who else ""
        stop = f" {self.stop}" if self.stop else ""
        return f"{describe_prisma(self.prisma)}{decided}{stop}"
