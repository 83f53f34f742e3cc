"""One project is one file: documents, every answer of a person, and every ranking; nothing in it is ever erased.

Names are listed in the stub beside this file, and loaded when they are first used.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
