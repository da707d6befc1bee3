def f(a, b=1):
    """text"""
    return f"{a!r:>{b}}" + 'x'

class A:
	pass
