// From a disk, browsers let no page read another: results of a search are then shown without an excerpt.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}
