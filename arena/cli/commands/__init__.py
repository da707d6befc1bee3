"""The commands of `arena`, grouped by the kind of users. Each command is a function in a module that has the command's
name.
"""
