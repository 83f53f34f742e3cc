from .answers import Answer
from .creating import create_project
from .project import Project

__all__ = ["Answer", "Project", "create_project"]
