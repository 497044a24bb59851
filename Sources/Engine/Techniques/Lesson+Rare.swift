extension Lesson {
  /// Techniques that no scale rates, and those that players name by letters.
  static let rare: Texts = [
    (
      "almost-locked-candidates",
      """
      A line crosses a block. In one of the two, a few digits have places only where both cross and in some \
      cells beside it, one cell fewer than digits. So one of the digits is where they cross. In the other \
      house, as many cells hold nothing but these digits. All other cells of that house lose them.
      """
    ),
    (
      "almost-unique-rectangle",
      """
      Four cells in two rows, two columns and two blocks would hold the same two digits if some further \
      candidates were wrong. The puzzle would then have two solutions, so one of these candidates is right. \
      Follow each of them with a chain. Remove what they all exclude.
      """
    ),
    (
      "chute-remote-pair",
      """
      Two cells of a band or stack have the same two candidates and don't see each other. Look at the third \
      block: three of its cells are in the line of neither. If one of the two digits has no place there, one \
      of the cells holds the other digit. Remove that from cells that see both.
      """
    ),
    (
      "medusa-trap",
      """
      Begin with a cell with two candidates or a digit with two places in a house. Give the two candidates \
      two colours, and go on along further such pairs. All candidates of one colour are right. Remove each \
      candidate that both colours exclude.
      """
    ),
    (
      "medusa-wrap",
      """
      Begin with a cell with two candidates or a digit with two places in a house. Give the two candidates \
      two colours, and go on along further such pairs. If two candidates of one colour exclude each other, \
      or leave a cell without a candidate, that colour is wrong. All candidates of the other one are right.
      """
    ),
    (
      "m-wing",
      """
      A cell has two candidates. The second digit is one of two places in a house. The cell of the other \
      place also has the first digit, and that is one of two places in a house too. If the first cell \
      is not its first digit, the last place is. Remove the digit from cells that see both.
      """
    ),
    (
      "s-wing",
      """
      A digit has two places in a house, and another digit has two places in another house. A cell with \
      just these two candidates sees one place of each. If the far place of the first pair is wrong, the far \
      place of the second is right. Remove what both exclude.
      """
    ),
    (
      "l-wing",
      """
      Three times a digit has two places in a house. The pairs follow each other: by a cell that they share, \
      or by two places of one digit that see each other. If the first candidate is wrong, the last one is \
      right. Remove what both exclude.
      """
    ),
    (
      "h-wing",
      """
      A cell with two candidates, then a second cell or a pair of places, then a pair of places, with three \
      digits in all. If the first candidate of the chain is wrong, the last one is right. Remove what both \
      exclude.
      """
    ),
    (
      "vwxyz-wing",
      """
      Five cells of a block and a crossing line hold five digits. All places of four of these digits see each \
      other, so each of the four is there once at most. The fifth digit must be in one of the cells. Remove \
      it from cells that see all its places there.
      """
    ),
    (
      "multivalue-x-wing",
      """
      Four cells with two candidates each. Two digits have two places in a house among them. The four ends \
      lie in two houses, and in each house the two ends share their other digit. One end in each house holds \
      that digit, so other cells that see both ends lose it.
      """
    ),
    (
      "twinned-xy-chain",
      """
      Two lines cross three others in six cells with six digits in all. Each digit has all its places there \
      in one line, so it is there once at most. Six cells need six digits, so each is there just once. Remove \
      it from cells that see all its places there.
      """
    ),
    (
      "guardians",
      """
      A digit would go round an odd number of cells, each of which sees the next, if it had no other place in \
      the houses that link them. It can't alternate round an odd loop. So one of the other places, the \
      guardians, is right. Remove the digit from cells that see all guardians.
      """
    ),
    (
      "reverse-bug",
      """
      Take all placed cells of two digits. If every house held both of them or neither, the remaining places \
      of both could be exchanged, and the puzzle would have two solutions. Remove a candidate that would lead \
      to that.
      """
    ),
    (
      "symmetrical-placement",
      """
      Turn or mirror the board and exchange some digits. If the placed digits stay as they are, the solution \
      does too, because there is only one. A cell that stays where it is holds a digit that stays the same. \
      Remove candidates whose image is not a candidate.
      """
    ),
    (
      "sk-loop",
      """
      Two rows and two columns cross in four blocks. Beside each crossing, the block has two cells in its row \
      and two in its column. Each pair shares digits with the next, in a block or in a line. If the links \
      have sixteen digits in all, each digit is in its link. Remove it from the rest of the block or line.
      """
    ),
    (
      "double-exocet",
      """
      A band has two junior exocets with the same four digits and the same three lines across. Their bases \
      share no digit, so the four base cells hold all four digits, and so do the four targets. Remove the \
      digits from cells that see all their places in the bases or in the targets.
      """
    ),
    (
      "senior-exocet",
      """
      As a junior exocet, but the second target lies outside the band. Two base cells of a block hold two of \
      three or four digits, and three lines across have little room for them. So the targets hold the same \
      two digits as the base cells. Remove all other candidates from the targets.
      """
    ),
    (
      "extended-unique-rectangle",
      """
      Three digits in two parallel lines of a band or stack, in three columns or rows of different blocks. If \
      the six cells held nothing else, the digits could be exchanged, and the puzzle would have two solutions. \
      So what prevents that is right.
      """
    ),
  ]

  /// As `table`.
  static let rareExamples = """
    almost-locked-candidates walk .82.539.....92.........4...124..........4...3.57..6.....1.35..9.9..7.6..7......85
    almost-locked-candidates walk ....1...48....6........589...5..73..4....9.15.7...1....9..2.6..2...6...9..1.....8
    almost-locked-candidates walk .58...4.2..6..1.5..2.5......3.7.....5...9...7.....2.1......8.7..6.9..5..2.3...68.
    almost-unique-rectangle walk .82.539.....92.........4...124..........4...3.57..6.....1.35..9.9..7.6..7......85
    almost-unique-rectangle walk .3...47.8.......65..69...235.7....4....392....9....6.246...92..98.......2.54...3.
    almost-unique-rectangle walk 1.....86...9.3...1..81...7...5..2..6.234.195.8..9..7...1...52..9...1.6...87.....4
    chute-remote-pair walk ...6..1.....2...4..59......6.......47....9.......5..8....1..7.6.82............3..
    chute-remote-pair walk ..1....2..6..2...7..98.73......8...5.12...73.7...6......42.38..2...1..5..9....2..
    chute-remote-pair walk ..5.3..6.4....85...1.6....27.1...6...8.....4...2...3.92....5.1...39....7.7..1.9..
    double-exocet walk 98.7.....6...5......4..93..7......4...2..4..3...5...2..6....2.1..9..1.3....8....9
    double-exocet walk ...2....871......9..6.9.5....8.6...5.....23...4....6....9.3..5.4....1........7...
    extended-unique-rectangle walk 5.4....6.....21...3........27..9...8...5...3...........1....7.96..4...........2..
    extended-unique-rectangle walk .7..823....45..8...8.6.....51........6..1..2........49.....8.1...1..54....824..9.
    extended-unique-rectangle walk 8.6...3.7.5.9....4..1....2.....25...69.8.7.51...69.....1....8..4....8.1.5.2...4.3
    guardians walk .5.3....1..685.....1..7....69...52....5.9.4....27...95....2..1.....137..5....9.6.
    guardians walk 1.25..6..8.5....2.......5...1.....68..817..4..4.6.3......43..7......94...9..1....
    guardians walk ..9...3.4.......2.4..23.6.1....95...3.61.47.5...67....5.7.61..3.8.......1.4...9..
    h-wing walk ...4....1785..1..61..6..8...7......96..893..44......3...7..4..52..3..7189....7...
    h-wing walk .3...47.8.......65..69...235.7....4....392....9....6.246...92..98.......2.54...3.
    h-wing walk 1.....86...9.3...1..81...7...5..2..6.234.195.8..9..7...1...52..9...1.6...87.....4
    l-wing walk .5.3....1..685.....1..7....69...52....5.9.4....27...95....2..1.....137..5....9.6.
    l-wing walk ...4....1785..1..61..6..8...7......96..893..44......3...7..4..52..3..7189....7...
    l-wing walk 1.....86...9.3...1..81...7...5..2..6.234.195.8..9..7...1...52..9...1.6...87.....4
    m-wing walk .5.3....1..685.....1..7....69...52....5.9.4....27...95....2..1.....137..5....9.6.
    m-wing walk ....1...48....6........589...5..73..4....9.15.7...1....9..2.6..2...6...9..1.....8
    m-wing walk ......9..1.2..6...59.87....2.89..6..46.7.2.53..1..82.9....37.92...6..1.7..5......
    medusa-trap walk ......41.9..3.....3...5.....48..7..........62.1.......6..2....5.7....8......9....
    medusa-trap walk 1.....5.....825...32.1..9.....7....9..6.4.7..2....8.....2..7.54...382.....8.....6
    medusa-trap walk .......95.9.67.8....84......3..9...7..18.56..4...6..1......31....3.16.7.91.......
    medusa-wrap walk 1.....5.....825...32.1..9.....7....9..6.4.7..2....8.....2..7.54...382.....8.....6
    medusa-wrap walk .5.3....1..685.....1..7....69...52....5.9.4....27...95....2..1.....137..5....9.6.
    medusa-wrap walk 1.....86...9.3...1..81...7...5..2..6.234.195.8..9..7...1...52..9...1.6...87.....4
    multivalue-x-wing walk ..45.82..1.5.3..8.8..4....3.1.....26..7...9..25.....3.6....5..2.4..1.3.5..13.47..
    multivalue-x-wing walk .2..4.1...1...9..28.62.7...5.8.74...............15.4.9...3.18.73..7...2...9.6..3.
    multivalue-x-wing walk ...74..1...8..6.9....98.4.38.6....4..1.....2..2....3.83.7.21....6.8..1...9..73...
    reverse-bug walk ...85......5..6.1..6.....5..3......147.9............26.9.6.38...8...1.9...3......
    reverse-bug walk ...2.13...7.....9.5........4...9..8.8.....1.....3..2..9...7..5...16..............
    reverse-bug walk ..52...743..4..5.......5....5...7.822.......576.3...4....7.......4..6..118...49..
    s-wing walk .82.539.....92.........4...124..........4...3.57..6.....1.35..9.9..7.6..7......85
    s-wing walk .1.5.9...97.8.256........4..574..8.............8..523..8........459.1.76...6.3.8.
    s-wing walk 1.....86...9.3...1..81...7...5..2..6.234.195.8..9..7...1...52..9...1.6...87.....4
    senior-exocet walk ....4.7.1.2.....3....13...478...5...6..4.8..5...3...684...56....9.....4.2.7.9....
    senior-exocet walk ..1...2.8...9.....92.3..5..31...7....7..8..2....4...67..3..4.12.....6...5.4...9..
    sk-loop walk 2.......6.5..8..1...4...9...7.3.1......82.......7.5.3...9...4...8..1..5.6.......2
    sk-loop walk ........1.....123...2...45...1..4..3.6..7....8..9.......4..5..2.9..6....7..8..3..
    symmetrical-placement walk 4.1.9...7.....6.41...7..98..3....1....9...7....2....5..87..9...26.4.....9...7.2.6
    symmetrical-placement walk .4.......6...39.....1.8.2.9....6...8.584..1...7......2..2.1...6...........78.24..
    twinned-xy-chain walk .....49.19...1.....8.....3..51.7..9.2..1.8..4.7..3.16..3.....4.....2...67.28.....
    twinned-xy-chain walk ....9.6.5..5.2.....2...8.9..1678....7.......1....1326..9.4...8.....6.9..4.8.7....
    twinned-xy-chain walk .....8.5..729.3...85..6....6.1....23.........29....8.7....2..34...8.956..6.1.....
    vwxyz-wing walk 4.3.....2...6.1...8...........5..79.2...3.....1..........84.....9....6...7.....5.
    vwxyz-wing walk 6.9.....8...7.1...4............6...4.2.....3..3....5...1.5...7.8...9..........2..
    vwxyz-wing walk ..8..7....3..4...8.4...21....6.....55.9...2.33.....7....29...8.4...5..1....2..9..
    """
}
