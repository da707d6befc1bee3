"""A league played into a store, with its standings in the end: the same for every face that starts one."""
