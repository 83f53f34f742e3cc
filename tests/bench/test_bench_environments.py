import pytest
from bench.environments import NotInstallable, interpreter


def test_an_environment_with_the_very_same_packages_is_reused(tmp_path):
    home = tmp_path / "peer"
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "python").touch()
    (home / "packages.txt").write_text("a==1\nb==2\n", encoding="utf-8")
    assert interpreter("peer", ["no-such-python"], ["a==1", "b==2"], tmp_path) == home / "bin" / "python"
    with pytest.raises(NotInstallable, match="no-such-python is not here"):
        interpreter("peer", ["no-such-python"], ["a==1", "b==3"], tmp_path)


def test_a_stand_in_for_a_python_that_is_not_installed_is_passed_over(tmp_path, monkeypatch):
    stand_in = tmp_path / "python3.99"
    stand_in.write_text("#!/bin/sh\necho 'not installed' >&2\nexit 127\n", encoding="utf-8")
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(NotInstallable, match=r"python3\.99 is not here"):
        interpreter("peer", ["python3.99"], ["a==1"], tmp_path)


def test_packages_that_do_not_install_are_reported_with_the_reason(tmp_path, monkeypatch):
    # A Python whose environments have no package index: fast, and without a network.
    candidate = tmp_path / "python3.98"
    candidate.write_text(
        "#!/bin/sh\n"
        'if [ "$1" = "-c" ]; then exit 0; fi\n'
        'mkdir -p "$4/bin"\n'
        "printf '#!/bin/sh\\necho first >&2\\necho no such package >&2\\nexit 1\\n' > \"$4/bin/python\"\n"
        'chmod +x "$4/bin/python"\n',
        encoding="utf-8",
    )
    candidate.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(NotInstallable, match=r"python3\.98: no such package"):
        interpreter("peer", ["python3.98"], ["a==1"], tmp_path / "environments")
    assert not (tmp_path / "environments" / "peer" / "packages.txt").exists()
