extension Technique {
  /// A deadly rectangle with one cell of extra digits.
  public static let uniqueRectangle1 = Technique("unique-rectangle-1")
  /// A deadly rectangle whose extra digit is the same everywhere.
  public static let uniqueRectangle2 = Technique("unique-rectangle-2")
  /// A deadly rectangle whose extra digits make a naked set with other cells.
  public static let uniqueRectangle3Naked = Technique("unique-rectangle-3-naked")
  /// A deadly rectangle whose digits make a hidden set with other cells.
  public static let uniqueRectangle3Hidden = Technique("unique-rectangle-3-hidden")
  /// A deadly rectangle one of whose digits is locked in the two cells with extras.
  public static let uniqueRectangle4 = Technique("unique-rectangle-4")
  /// A deadly rectangle with one extra digit in cells across or in three cells.
  public static let uniqueRectangle5 = Technique("unique-rectangle-5")
  /// A deadly rectangle with extra digits across, one of its digits locked in its lines.
  public static let uniqueRectangle6 = Technique("unique-rectangle-6")
  /// A deadly rectangle one of whose digits is locked in the lines of one cell.
  public static let hiddenRectangle = Technique("hidden-rectangle")
  /// A rectangle of cells that are not clues, three of them solved.
  public static let avoidableRectangle1 = Technique("avoidable-rectangle-1")
  /// A rectangle of cells that are not clues, two of them solved.
  public static let avoidableRectangle2 = Technique("avoidable-rectangle-2")
  /// A deadly loop of six or more cells with one cell of extra digits.
  public static let uniqueLoop1 = Technique("unique-loop-1")
  /// A deadly loop of six or more cells whose extra digit is the same everywhere.
  public static let uniqueLoop2 = Technique("unique-loop-2")
  /// A deadly loop of six or more cells whose extra digits make a naked set with other cells.
  public static let uniqueLoop3Naked = Technique("unique-loop-3-naked")
  /// A deadly loop of six or more cells whose digits make a hidden set with other cells.
  public static let uniqueLoop3Hidden = Technique("unique-loop-3-hidden")
  /// A deadly loop of six or more cells one of whose digits is locked in the cells with extras.
  public static let uniqueLoop4 = Technique("unique-loop-4")
  /// A bivalue universal grave but for one cell.
  public static let bug1 = Technique("bug-1")
  /// A bivalue universal grave but for one digit in several cells.
  public static let bug2 = Technique("bug-2")
  /// A bivalue universal grave whose extra digits make a naked set with other cells.
  public static let bug3 = Technique("bug-3")
  /// A bivalue universal grave with a digit locked in its two cells.
  public static let bug4 = Technique("bug-4")
  /// Three digits in two lines at the same places, and other candidates.
  package static let extendedRectangle = Technique("extended-unique-rectangle")
  /// Cells of two candidates that could all change at once, and other candidates.
  package static let bugLite = Technique("bug-lite")
  /// Two digits whose placed cells would fill whole houses.
  package static let reverseBUG = Technique("reverse-bug")
  /// A deadly rectangle whose other candidates all lead to the same.
  package static let almostUniqueRectangle = Technique("almost-unique-rectangle")
  /// Symmetrical placement: the candidates that break the symmetry of a symmetric board go.
  package static let symmetricalPlacement = Technique("symmetrical-placement")
}

extension TechniqueCatalogue {
  /// Techniques that assume a unique solution.
  static let uniqueness: [Technique.Entry] = [
    .init(
      .uniqueRectangle1, "Unique Rectangle type 1", .uniqueness, \.uniqueLoopReasons,
      also: ["UR type 1", "Uniqueness Test 1", "Unique Rectangle", "UR"]),
    .init(
      .uniqueRectangle2, "Unique Rectangle type 2", .uniqueness, \.uniqueLoopReasons,
      also: ["UR type 2", "Uniqueness Test 2", "Unique Rectangle", "UR"]),
    .init(
      .uniqueRectangle3Naked, "Unique Rectangle type 3 (naked set)", .uniqueness,
      \.uniqueLoopReasons,
      also: ["UR type 3", "Uniqueness Test 3", "Unique Rectangle", "UR", "Unique Rectangle type 3"]),
    .init(
      .uniqueRectangle3Hidden, "Unique Rectangle type 3 (hidden set)", .uniqueness,
      \.uniqueLoopReasons,
      also: ["UR type 3", "Uniqueness Test 3", "Unique Rectangle", "UR", "Unique Rectangle type 3"]),
    .init(
      .uniqueRectangle4, "Unique Rectangle type 4", .uniqueness, \.uniqueLoopReasons,
      also: ["UR type 4", "Uniqueness Test 4", "Unique Rectangle", "UR"]),
    .init(
      .uniqueRectangle5, "Unique Rectangle type 5", .uniqueness, \.acrossRectangleReasons,
      also: ["UR type 5", "Uniqueness Test 5", "Unique Rectangle", "UR"]),
    .init(
      .uniqueRectangle6, "Unique Rectangle type 6", .uniqueness, \.acrossRectangleReasons,
      also: ["UR type 6", "Uniqueness Test 6", "Unique Rectangle", "UR"]),
    .init(
      .hiddenRectangle, "Hidden Rectangle", .uniqueness, \.acrossRectangleReasons,
      also: ["Hidden Unique Rectangle", "HUR", "Hidden UR"]),
    .init(
      .avoidableRectangle1, "Avoidable Rectangle type 1", .uniqueness, \.avoidableRectangleReasons,
      also: ["Avoidable Rectangle", "AR1"]),
    .init(
      .avoidableRectangle2, "Avoidable Rectangle type 2", .uniqueness, \.avoidableRectangleReasons,
      also: ["Avoidable Rectangle", "AR2"]),
    .init(
      .uniqueLoop1, "Unique Loop type 1", .uniqueness, \.uniqueLoopReasons,
      also: ["UL type 1", "Unique Loop", "UL"]),
    .init(
      .uniqueLoop2, "Unique Loop type 2", .uniqueness, \.uniqueLoopReasons,
      also: ["UL type 2", "Unique Loop", "UL"]),
    .init(
      .uniqueLoop3Naked, "Unique Loop type 3 (naked set)", .uniqueness, \.uniqueLoopReasons,
      also: ["UL type 3", "Unique Loop", "UL", "Unique Loop type 3"]),
    .init(
      .uniqueLoop3Hidden, "Unique Loop type 3 (hidden set)", .uniqueness, \.uniqueLoopReasons,
      also: ["UL type 3", "Unique Loop", "UL", "Unique Loop type 3"]),
    .init(
      .uniqueLoop4, "Unique Loop type 4", .uniqueness, \.uniqueLoopReasons,
      also: ["UL type 4", "Unique Loop", "UL"]),
    .init(
      .bug1, "Bivalue Universal Grave type 1", .uniqueness, \.bivalueGraveReasons,
      also: [
        "BUG", "Bivalue Universal Grave", "BUG type 1", "BUG+1", "Bivalue Universal Grave + 1",
      ]),
    .init(
      .bug2, "Bivalue Universal Grave type 2", .uniqueness, \.bivalueGraveReasons,
      also: ["BUG", "Bivalue Universal Grave", "BUG type 2", "BUG+n"]),
    .init(
      .bug3, "Bivalue Universal Grave type 3", .uniqueness, \.bivalueGraveReasons,
      also: ["BUG", "Bivalue Universal Grave", "BUG type 3", "BUG+n"]),
    .init(
      .bug4, "Bivalue Universal Grave type 4", .uniqueness, \.bivalueGraveReasons,
      also: ["BUG", "Bivalue Universal Grave", "BUG type 4", "BUG+n"]),
    .init(
      .extendedRectangle, "Extended Unique Rectangle", .uniqueness, \.deadlyPatternReasons,
      also: ["Extended Rectangle", "EUR"]),
    .init(.bugLite, "BUG Lite", .uniqueness, \.deadlyPatternReasons),
    .init(.reverseBUG, "Reverse BUG", .uniqueness, \.reverseBUGReasons),
    .init(
      .almostUniqueRectangle, "Almost Unique Rectangle", .uniqueness, \.almostRectangleReasons,
      also: ["AUR"]),
    .init(
      .symmetricalPlacement, "Gurth's Symmetrical Placement", .uniqueness, \.symmetricalReasons,
      also: ["Gurth's Theorem", "GSP", "Symmetrical Placement"]),
  ]
}
