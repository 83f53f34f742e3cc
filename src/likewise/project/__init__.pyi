from .answers import Answer
from .project import Project, create_project

__all__ = ["Answer", "Project", "create_project"]
