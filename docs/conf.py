"""Settings of the site: Sphinx, with the theme that scikit-learn, numpy and pandas have, over these Markdown pages.

It is made of files alone: it opens from a disk, and its search needs neither a server nor a network.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from site_pages import connect

from likewise import __version__

project = "likewise"
author = "the likewise maintainers"
copyright = "the likewise maintainers, BSD-3-Clause"  # noqa: A001
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_static", "**/__pycache__"]
default_role = "py:obj"  # `Result` in a docstring leads to its entry
smartquotes = False  # "prior" is to be copied as it stands

myst_heading_anchors = 4  # the anchors that repositories show: [columns](guide.md#the-columns-that-are-added)
myst_links_external_new_tab = False

toc_object_entries_show_parents = "hide"
autodoc_typehints = "none"  # docstrings say it in words
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "inherited-members": "BaseEstimator,ClassifierMixin,object,str,tuple"}
autosummary_generate = False  # numpydoc brings it along
numpydoc_show_class_members = False
numpydoc_xref_param_type = False

html_theme = "pydata_sphinx_theme"
html_title = "likewise"
html_static_path = ["_static"]
html_css_files = ["likewise.css"]
html_js_files = ["likewise.js"]
html_search_scorer = str(Path(__file__).with_name("search_scorer.js"))
html_context = {"default_mode": "auto"}
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {
    "logo": {"text": "likewise"},
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "navbar_end": ["theme-switcher"],
    "navbar_persistent": ["search-button"],
    "show_prev_next": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
    "show_toc_level": 2,
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
html_sidebars = {"index": [], "**": ["sidebar-nav-bs"]}


def setup(app):
    """Let pages of sections and of the API be completed as they are read."""
    connect(app)
