[[Nothing,Nothing,Just 1,Nothing,Nothing,Just 3,Just 5,Just 8,Nothing],
 [Nothing,Nothing,Nothing,Nothing,Nothing,Just 1,Nothing,Nothing,Nothing],
 [Just 4,Just 7,Nothing,Nothing,Nothing,Nothing,Nothing,Just 2,Nothing],
 [Nothing,Nothing,Nothing,Nothing,Nothing,Nothing,Just 6,Nothing,Nothing],
 [Just 7,Just 5,Nothing,Nothing,Just 3,Nothing,Nothing,Just 9,Nothing],
 [Nothing,Just 4,Just 8,Nothing,Nothing,Just 2,Just 3,Nothing,Nothing],
 [Nothing,Nothing,Nothing,Nothing,Nothing,Nothing,Nothing,Just 1,Nothing],
 [Just 8,Nothing,Nothing,Just 7,Nothing,Nothing,Nothing,Nothing,Just 9],
 [Nothing,Nothing,Nothing,Nothing,Just 1,Just 6,Nothing,Nothing,Just 7]]
