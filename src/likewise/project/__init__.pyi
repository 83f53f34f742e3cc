from .answers import Answer
from .creating import create_project
from .project import Project
from .results import load_result, save_result

__all__ = ["Answer", "Project", "create_project", "load_result", "save_result"]
