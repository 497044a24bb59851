board = [
  [nil, nil, 1, nil, nil, 3, 5, 8, nil],
  [nil, nil, nil, nil, nil, 1, nil, nil, nil],
  [4, 7, nil, nil, nil, nil, nil, 2, nil],
  [nil, nil, nil, nil, nil, nil, 6, nil, nil],
  [7, 5, nil, nil, 3, nil, nil, 9, nil],
  [nil, 4, 8, nil, nil, 2, 3, nil, nil],
  [nil, nil, nil, nil, nil, nil, nil, 1, nil],
  [8, nil, nil, 7, nil, nil, nil, nil, 9],
  [nil, nil, nil, nil, 1, 6, nil, nil, 7]
]
