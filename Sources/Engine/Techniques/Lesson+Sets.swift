extension Lesson {
  static let subsets: Texts = [
    (
      "naked-pair",
      """
      Two cells of a row, column or block have the same two candidates and no others. They take these two \
      digits, so remove both from the rest of that row, column or block.
      """
    ),
    (
      "naked-triplet",
      """
      Three cells of a row, column or block have three candidates between them. None of the cells need have \
      all three. They take these digits, so remove the three from the rest of that row, column or block.
      """
    ),
    (
      "naked-quad",
      """
      Four cells of a row, column or block have four candidates between them. None of the cells need have all \
      four. They take these digits, so remove the four from the rest of that row, column or block.
      """
    ),
    (
      "hidden-pair",
      """
      In a row, column or block two digits have their places in the same two cells only. The two digits take \
      these cells. Remove all other candidates from them.
      """
    ),
    (
      "hidden-triplet",
      """
      In a row, column or block three digits have all their places in three cells. A digit need not have all \
      three places. The digits take these cells. Remove all other candidates from them.
      """
    ),
    (
      "hidden-quad",
      """
      In a row, column or block four digits have all their places in four cells. A digit need not have all four \
      places. The digits take these cells. Remove all other candidates from them.
      """
    ),
  ]

  static let sets: Texts = [
    (
      "xy-wing",
      """
      A pivot with two candidates sees two cells with two candidates each. Each shares another digit with the \
      pivot, and both have a third digit in common. Whatever the pivot is, one of the two holds the common \
      digit. Remove it from cells that see both.
      """
    ),
    (
      "xyz-wing",
      """
      As in an XY-Wing, but the pivot also has the common digit. So one of the three cells holds it. Remove it \
      from cells that see all three.
      """
    ),
    (
      "wxyz-wing",
      """
      Four cells have four digits. Three of the digits can be there once each, since their places see each \
      other. So the fourth digit is in one of the cells. Remove it from cells that see all its places.
      """
    ),
    (
      "w-wing",
      """
      Two cells have the same two candidates. A house has two places for one of the digits, and each sees one \
      of the cells. So the cells are not both that digit: one holds the other. Remove that other digit from \
      cells that see both.
      """
    ),
    (
      "als-xz",
      """
      An almost locked set is a group of cells of a house with one digit more than cells. Take two that can't \
      both hold a digit X. One of them lacks X and so holds all its other digits. A cell that sees all places \
      of another common digit Z in both can't be Z.
      """
    ),
    (
      "als-xy-wing",
      """
      Three almost locked sets: the middle one shares a digit with each of the others that both can't hold. It \
      lacks one of these two at most. So one outer set holds all its other digits. A cell that sees all places \
      of a digit common to the outer sets can't hold it.
      """
    ),
    (
      "als-chain",
      """
      Almost locked sets in a row. Each shares a digit with the next that both can't hold, and neighbouring \
      links use different digits. If the first set lacks a digit Z, the last one holds it. A cell that sees \
      all Zs of both can't be Z.
      """
    ),
    (
      "death-blossom",
      """
      A stem cell, and for each of its candidates an almost locked set that loses this digit if the stem takes \
      it. Whatever the stem is, one petal is locked. Remove a digit that all petals then hold from cells \
      that see all its places in them.
      """
    ),
    (
      "sue-de-coq",
      """
      Where a line and a block cross, two or three cells have many digits. Some cells of the rest of the line, \
      and some of the rest of the block, share these out: as many cells as digits in all. So remove the \
      line's digits from the rest of the line, and the block's from the rest of the block.
      """
    ),
    (
      "aligned-",
      """
      Take two or three cells and list all combinations of their candidates. A combination is impossible if it \
      leaves another cell without a candidate. Remove a candidate without a possible combination.
      """
    ),
  ]

  static let uniqueness: Texts = [
    (
      "unique-rectangle-1",
      """
      Four cells in two rows, two columns and two blocks have the same two candidates; one cell has others, \
      too. Without these the two digits could be swapped, and the puzzle would have two solutions. So that \
      cell is none of the two.
      """
    ),
    (
      "unique-rectangle-2",
      """
      Four cells in two rows, two columns and two blocks have the same two candidates. Two of them have the same \
      third one. It must be in one of these two, or the puzzle would have two solutions. Remove it from cells \
      that see both.
      """
    ),
    (
      "unique-rectangle-3",
      """
      Four cells in two rows, two columns and two blocks have the same two candidates. Two of them have others. \
      One of these two takes another digit, so they act as one cell with the other digits. It makes a naked or \
      hidden set with cells of their house.
      """
    ),
    (
      "unique-rectangle-4",
      """
      Four cells in two rows, two columns and two blocks have the same two candidates. Two of them have others. \
      One of the two digits has no other place in a house of these two, so one of them takes it. Remove \
      the other digit from both, or the digits could be swapped.
      """
    ),
    (
      "unique-rectangle-5",
      """
      Four cells in two rows, two columns and two blocks have the same two candidates. Two cells across, or \
      three, have the same third one. It must be in one of them. Remove it from cells that see them all.
      """
    ),
    (
      "unique-rectangle-6",
      """
      Four cells in two rows, two columns and two blocks have the same two candidates. Two cells across have \
      others. One of the two digits has no other places in the lines of the rectangle. It can't be in the two \
      cells with others: then the digits could be swapped.
      """
    ),
    (
      "hidden-rectangle",
      """
      Four cells in two rows, two columns and two blocks share two candidates. One cell has nothing else. One of \
      the digits has no other places in the two lines through the cell across. So that cell can't be the other \
      digit: then the two could be swapped.
      """
    ),
    (
      "avoidable-rectangle",
      """
      Four cells in two rows, two columns and two blocks, none of them a clue, hold or will hold two digits. If they \
      held only these two, the digits could be swapped. So the open cells must prevent that.
      """
    ),
    (
      "unique-loop",
      """
      A loop of six or more cells with the same two candidates, two in each house that it touches. If nothing \
      else were there, the digits could be swapped all around, and the puzzle would have two solutions. The \
      cells with other candidates must prevent that, as in a unique rectangle of the same type.
      """
    ),
    (
      "bug-",
      """
      Suppose every empty cell has two candidates, and every digit has two places in each house that lacks it. \
      Such a board never has exactly one solution. So one of the few candidates beyond that must be right. With \
      one such cell it is decided; with several, remove what they all exclude.
      """
    ),
  ]

  static let large: Texts = [
    (
      "firework",
      """
      A row and a column cross in a block. Outside the block each has one place for some digits. A digit that \
      is in neither of these places is in the block in both lines, so where they cross. Three digits thus take \
      these three cells; with a second crossing, four digits take four cells.
      """
    ),
    (
      "junior-exocet",
      """
      Two base cells of a block hold two of three or four digits. Two targets lie in the other blocks of the \
      band, in other lines. Three lines across hold each base digit only twice outside the band. So the targets \
      hold the same two digits as the base cells. Remove all other candidates from them.
      """
    ),
    (
      "multi-sector-locked-set",
      """
      Take the cells where some rows cross some columns. Count for each digit how often it can be there. If the \
      sum equals the number of cells, each digit is there as often as it can be. Remove it from cells that would \
      prevent that.
      """
    ),
    (
      "tridagon",
      """
      Four blocks make a rectangle. In each, three cells in different rows and columns have the same three \
      candidates. Twelve such cells can't hold these three digits only. So one of the other candidates there, \
      the guardians, is right. A single guardian cell loses the three digits.
      """
    ),
  ]
}
