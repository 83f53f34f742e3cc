"""The most memory that a call takes beyond what the process holds already (Linux; None elsewhere)."""

import ctypes
import gc
from pathlib import Path

STATUS = Path("/proc/self/status")
RESET = Path("/proc/self/clear_refs")


def peak_of(call):
    """Run a call and return the bytes by which the process grew at its highest, or None where nobody can say."""
    gc.collect()
    try:
        # Memory that was freed but not given back would hide what the call takes.
        ctypes.CDLL(None).malloc_trim(0)
        RESET.write_text("5")  # forget the highest mark so far
        before = _kilobytes("VmRSS")
    except (AttributeError, OSError):
        return None
    call()
    return 1024 * (_kilobytes("VmHWM") - before)


def _kilobytes(field):
    for line in STATUS.read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1])
    raise OSError(f"{STATUS} has no {field}")
