"""Who may use the page: a link that works once, a password for other machines, and logins that end with the server."""

import hashlib
import secrets
import threading
import time
from dataclasses import dataclass, field

#: Wrong passwords that are heard within so many seconds; after that nobody is let in until they are over.
_MOST_ATTEMPTS, _WITHIN = 5, 60.0
_SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}


@dataclass(frozen=True)
class Login:
    """A browser that was let in.

    Parameters
    ----------
    cookie, csrf : str
        What it shows with every request, and with every form.
    """

    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    csrf: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)


class Logins:
    """All logins of a server, in memory only.

    Parameters
    ----------
    password : str or None, default=None
        With which other machines get in; None lets in by the link alone.

    Attributes
    ----------
    token : str
        Of the link; it works once.

    Examples
    --------
    >>> logins = Logins()
    >>> token = logins.token
    >>> logins.enter(token) is not None, logins.enter(token) is None
    (True, True)
    """

    def __init__(self, password: str | None = None) -> None:
        self._lock = threading.Lock()
        self._salt = secrets.token_bytes(16)
        self._hash = None if password is None else self._scrypt(password)
        self._attempts: list[float] = []
        self._logins: dict[str, Login] = {}
        self.token = secrets.token_urlsafe(32)
        self._is_fresh = True

    @property
    def has_password(self) -> bool:
        """Whether there is a password."""
        return self._hash is not None

    def enter(self, token: str) -> Login | None:
        """Let a browser in by the link, the first time.

        Parameters
        ----------
        token : str
            Of the link.

        Returns
        -------
        Login or None
            None if it is wrong, or was used.
        """
        with self._lock:
            is_right = secrets.compare_digest(token.encode(), self.token.encode())
            if not is_right or not self._is_fresh:
                return None
            self._is_fresh = False
            return self._admit()

    def enter_by_password(self, password: str) -> Login | None:
        """Let a browser in by the password.

        Parameters
        ----------
        password : str
            What was typed.

        Returns
        -------
        Login or None
            None if it is wrong, there is none, or there were too many wrong ones in the last minute.
        """
        with self._lock:
            now = time.monotonic()
            self._attempts = [at for at in self._attempts if now - at < _WITHIN]
            if self._hash is None or len(self._attempts) >= _MOST_ATTEMPTS:
                return None
            if not secrets.compare_digest(self._scrypt(password), self._hash):
                self._attempts.append(now)
                return None
            return self._admit()

    def find(self, cookie: str | None) -> Login | None:
        """Return the login of a cookie; None if there is none."""
        return None if cookie is None else self._logins.get(cookie)

    def _admit(self) -> Login:
        login = Login()
        self._logins[login.cookie] = login
        return login

    def _scrypt(self, password: str) -> bytes:
        return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=self._salt, **_SCRYPT)
