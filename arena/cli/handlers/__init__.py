"""The functions that do the work of commands. Their modules load slowly, so a module is loaded only when its command is
called.
"""
