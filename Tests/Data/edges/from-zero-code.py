board = [
[None, None, 0, None, None, 2, 4, 7, None],
[None, None, None, None, None, 0, None, None, None],
[3, 6, None, None, None, None, None, 1, None],
[None, None, None, None, None, None, 5, None, None],
[6, 4, None, None, 2, None, None, 8, None],
[None, 3, 7, None, None, 1, 2, None, None],
[None, None, None, None, None, None, None, 0, None],
[7, None, None, 6, None, None, None, None, 8],
[None, None, None, None, 0, 5, None, None, 6]]
