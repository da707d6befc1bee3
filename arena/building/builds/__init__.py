"""The parts of building a bot: running the build, its environment, its confinement, and the seals of finished
copies.
"""
