"""Who may use the page: a link that works once, a password for other machines, and logins that end with the server."""

import hashlib
import ipaddress
import secrets
import threading
import time
from dataclasses import dataclass, field

#: Wrong passwords of one address that are heard within so many seconds; more are not, until these are over.
_MOST_ATTEMPTS, _WITHIN = 5, 60.0
#: Addresses whose wrong passwords are remembered; of more, those that were heard last.
_MOST_ADDRESSES = 1000
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
        #: When each address gave a wrong password; the address that did so last is the last.
        self._attempts: dict[str, list[float]] = {}
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

    def enter_by_password(self, password: str, address: str = "") -> Login | None:
        """Let a browser in by the password.

        Parameters
        ----------
        password : str
            What was typed.
        address : str, default=""
            Of the machine where it was typed: the wrong passwords of one keep no other out.

        Returns
        -------
        Login or None
            None if it is wrong, there is none, or that machine gave too many wrong ones in the last minute.

        Examples
        --------
        >>> logins = Logins("correct horse")
        >>> guesses = [logins.enter_by_password(f"guess {number}", "192.0.2.1") for number in range(9)]
        >>> [logins.enter_by_password("correct horse", f"192.0.2.{number}") is not None for number in (1, 2)]
        [False, True]
        """
        network = name_network(address)
        with self._lock:
            now = time.monotonic()
            recent = [at for at in self._attempts.get(network, ()) if now - at < _WITHIN]
            if self._hash is None or len(recent) >= _MOST_ATTEMPTS:
                return None
            if secrets.compare_digest(self._scrypt(password), self._hash):
                return self._admit()
            self._attempts.pop(network, None)
            self._attempts[network] = [*recent, now]
            while len(self._attempts) > _MOST_ADDRESSES:
                del self._attempts[next(iter(self._attempts))]
            return None

    def find(self, cookie: str | None) -> Login | None:
        """Return the login of a cookie; None if there is none."""
        return None if cookie is None else self._logins.get(cookie)

    def _admit(self) -> Login:
        login = Login()
        self._logins[login.cookie] = login
        return login

    def _scrypt(self, password: str) -> bytes:
        return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=self._salt, **_SCRYPT)


def name_network(address: str) -> str:
    """Name whom an address belongs to: of IPv6 its first half, since everybody has all addresses of the other half.

    Parameters
    ----------
    address : str
        Of a machine, or anything that a proxy says instead.

    Returns
    -------
    str
        The same for all addresses of one machine.

    Examples
    --------
    >>> name_network("192.0.2.7"), name_network("::ffff:192.0.2.7"), name_network("2001:db8::1:2:3:4")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    """
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    return str(number.ipv4_mapped or ipaddress.ip_network((int(number), 64), strict=False))
