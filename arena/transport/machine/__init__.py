"""Watches the machine: its processes, its shortages and its delays; also interrupts methods of games that never
return.
"""
