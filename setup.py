"""What pyproject.toml cannot say: which packages there are, and that the house bots travel inside `arena`."""

from setuptools import find_packages, setup

HOUSE_BOTS = "arena.house_bots"

setup(
    packages=[*find_packages(include=["arena", "arena.*", "leaderboards", "leaderboards.*"]), HOUSE_BOTS],
    package_dir={HOUSE_BOTS: "bots"},
    package_data={HOUSE_BOTS: ["**/*.toml", "**/*.py", "**/*.md"], "": ["*.toml", "*.md", "py.typed"]},
    include_package_data=False,
)
