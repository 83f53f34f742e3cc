"""A natural logarithm that a compiler turns into vector instructions: no table, no branch, no call."""

import math

import numpy as np
from numba import njit

_FRACTION = np.int64(0x000FFFFFFFFFFFFF)
_ONE = np.int64(0x3FF0000000000000)
_TWO_TO_52 = 4503599627370496.0
_TWO_TO_52_BITS = np.int64(0x4330000000000000)
_ROOT_2 = math.sqrt(2.0)
_LN_2 = math.log(2.0)
#: The exponent's bias of 1023, less the half that √2 takes out of the fraction.
_BIAS = 1022.5 * _LN_2


# "contract" alone: reordering would fold 2⁵² into the bias, where half a unit is lost.
@njit(nogil=True, cache=True, error_model="numpy", fastmath={"contract"})
def fast_log(value):
    """Return ln(value) of a positive normal number, to 1e-13 absolute.

    value = 2^e · f with f in [1, 2); ln f = ln √2 + 2 artanh((f − √2)/(f + √2)), by its series.

    Examples
    --------
    >>> round(fast_log(10.0), 12)
    2.302585092994
    """
    bits = np.float64(value).view(np.int64)
    # The exponent becomes a float by standing in the last bits of 2⁵²: there is no vector conversion for int64.
    exponent = np.int64((bits >> np.int64(52)) | _TWO_TO_52_BITS).view(np.float64) - _TWO_TO_52
    fraction = np.int64((bits & _FRACTION) | _ONE).view(np.float64)
    z = (fraction - _ROOT_2) / (fraction + _ROOT_2)
    y = z * z
    series = 1 / 17.0 + y * (1 / 19.0 + y * (1 / 21.0))
    series = 1 / 11.0 + y * (1 / 13.0 + y * (1 / 15.0 + y * series))
    series = 1 / 5.0 + y * (1 / 7.0 + y * (1 / 9.0 + y * series))
    series = 1.0 + y * (1 / 3.0 + y * series)
    return (exponent * _LN_2 - _BIAS) + 2.0 * z * series
