"""How many of the pile are positive, and how likely each document is: from scores, never from a model's insides.

Names are listed in the stub beside this file, and loaded when they are first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
