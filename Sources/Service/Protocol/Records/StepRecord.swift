import SudokuCore
import SudokuRating
import SudokuTechniques

/// A step of a human solution, with everything that a drawing needs.
package struct StepRecord: Record {
  package let step: Step
  /// `nil` if the scale lacks the technique.
  let rating: Tenths?
  /// The number of other reasons for the conclusion, in a list of all steps.
  package var otherReasons: Int?

  /// Describes a step, rated on the scale `se`.
  package init(_ step: Step, otherReasons: Int? = nil) {
    self.step = step
    self.otherReasons = otherReasons
    rating = SEScale.tenths(of: step).map { Tenths($0) }
  }

  init(_ graded: GradedStep) {
    step = graded.step
    rating = Tenths(graded.tenths)
  }

  package static let shape = RecordShape<Self>(
    "Step", "A step of a human solution.",
    [
      .nonEmpty("candidates", "The candidates of the pattern.") { $0.step.pattern.candidates },
      .required("cells", "The cells of the pattern.") {
        $0.step.pattern.cells.union($0.step.pattern.specialCells)
      },
      .nonEmpty("coverHouses", "The houses in which it acts, if it does not lie in them.") {
        Array($0.step.pattern.coverHouses)
      },
      .required("digits", "The digits of the pattern.") {
        $0.step.pattern.digits.union($0.step.pattern.specialDigits)
      },
      .required("eliminations", "The candidates it removes.") { $0.step.eliminations },
      .required("explanation", "The step in words.") { $0.step.explanation.text },
      .required("houses", "The houses of the pattern.") {
        Array($0.step.pattern.houses) + Array($0.step.pattern.coverHouses)
      },
      .nonEmpty("links", "The conclusions of its chains, in order.") { $0.step.pattern.links },
      .required("name", "The technique's name.") { $0.step.name },
      .nonEmpty("nested", "The chains inside its chains: the reason `nested 1` is the first.") {
        $0.step.nested.map { NestedStepRecord(step: $0) }
      },
      .optional(
        "otherReasons", "In a list of all steps: the number of other reasons for the conclusion."
      ) { $0.otherReasons },
      .nonEmpty("parts", "A text of more than 800 characters in parts, a chain each.") { record in
        let explanation = record.step.explanation
        guard explanation.text.count > 800 else { return [String]() }
        return explanation.reasons + [explanation.conclusion]
      },
      .optional("placement", "The digit it places.") { $0.step.placement },
      .optional(
        "rating", "The rating of the step on the scale; absent if the scale lacks the technique."
      ) { $0.rating },
      .nonEmpty(
        "removedMeanwhile",
        "Candidates of its pattern and its chains that earlier steps of its round remove."
      ) { $0.step.removedMeanwhile },
      .required(
        "roles", "The parts of the pattern by name: pivot, petals, fins, A, B ... as in the words."
      ) { $0.step.roles },
      .nonEmpty("sets", "Linked sets of cells in it, in order: almost locked sets, colours.") {
        $0.step.pattern.sets
      },
      .nonEmpty(
        "specialCells", "Cells with a special role: pivot, fins, the second colour, extra digits."
      ) { $0.step.pattern.specialCells },
      .required("technique", "The technique's ID.") { $0.step.technique.id },
    ])
}

/// A chain inside a chain of a step.
struct NestedStepRecord: Record {
  let step: Step

  static let shape = RecordShape<Self>(
    "NestedStep", "A chain inside a chain.",
    [
      .required("eliminations", "The candidates it removes.") { $0.step.eliminations },
      .required("explanation", "The chain in words.") { $0.step.explanation.text },
      .nonEmpty("links", "Its conclusions, in order.") { $0.step.pattern.links },
      .required("name", "The technique's name.") { $0.step.name },
      .optional("placement", "The digit it places.") { $0.step.placement },
      .required("roles", "The parts of the pattern by name.") { $0.step.roles },
      .required("technique", "The technique's ID.") { $0.step.technique.id },
    ])
}

extension GradedStep: Record {
  package static let shape = RecordShape<Self>(
    "PathStep", "A step of a solve path.",
    [
      .optional("placement", "The digit it places.") { $0.step.placement },
      .required("rating", "The rating of the step on the scale of the path.") { Tenths($0.tenths) },
      .required("technique", "The technique's ID.") { $0.step.technique.id },
      .required("text", "Technique and result, as `X-Wing: r1c1<>5`.") { $0.step.description },
    ])
}

// MARK: Patterns and chains

extension Candidate: Record {
  package static let shape = RecordShape<Self>(
    "Candidate", "A digit in a cell.",
    [.required("cell") { $0.cell }, .required("digit") { $0.digit }])
}

extension StepPattern.LinkedSet: Record {
  package static let shape = RecordShape<Self>(
    "LinkedSet", "A set of cells in a pattern: an almost locked set, or a colour.",
    [
      .required("cells", "The cells.") { $0.cells },
      .nonEmpty("link", "The digits that it and the next set can't both hold.") { $0.link },
    ])
}

extension Step.Role: Record {
  package static let shape = RecordShape<Self>(
    "Role", "A part that cells play in a pattern.",
    [.required("cells", "The cells.") { $0.cells }, .required("name", "The part.") { $0.name }])
}

extension Literal: Record {
  package static let shape = RecordShape<Self>(
    "Literal", "A literal of a chain.",
    [
      .required("cell") { $0.candidate.cell },
      .required("digit") { $0.candidate.digit },
      .required("on", "True if the literal says that the cell holds the digit.") { $0.isOn },
    ])
}

extension ChainLink: Record {
  package static let shape = RecordShape<Self>(
    "Link", "One conclusion inside a chain.",
    [
      .required("conclusion", "The literal that follows.") { $0.conclusion },
      .nonEmpty("groups", "Intermediate conclusions about groups of cells, in order.") {
        $0.groups
      },
      .required(
        "kind",
        "`strong`: false premises make the conclusion true; `weak`: true premises make it false.",
        .choice("", ["strong", "weak"])
      ) { $0.conclusion.isOn ? "strong" : "weak" },
      .required("premises", "The direct predecessor first.") { $0.premises },
      .required(
        "reason", "The reason: `cell`, a house as `row 4`, a technique's ID, or `nested 1`."
      ) { $0.reason.words },
    ])
}

extension ChainLink.Reason {
  fileprivate var words: String {
    switch self {
    case .cell: "cell"
    case .house(let house): house.words
    case .technique(let technique): technique.id
    case .nested(let index): "nested \(index + 1)"
    }
  }
}

extension ChainLink.Group: Record {
  package static let shape = RecordShape<Self>(
    "Group", "A digit that is in one of some cells, or in none of them.",
    [
      .required("cells", "The cells.") { $0.cells },
      .required("digit", "The digit.") { $0.digit },
      .required("house", "The house in which that follows.") { $0.house },
      .nonEmpty(
        "lockedSet",
        "The locked set from which it follows: cells of the house with as many digits as cells."
      ) { $0.lockedSet },
      .required("on", "True if one of the cells holds the digit, false if none does.") { $0.isOn },
    ])
}

// MARK: Hints and lists of steps

extension Hint: Record {
  package static let shape = RecordShape<Self>(
    "Hint", "A hint, up to the depth asked for.",
    [
      .optional("cell", "From depth 4, for a mistake 3: the first of the cells.") { $0.cell },
      .nonEmpty("cells", "From depth 4, for a mistake 3: the cells to look at.") { $0.cells },
      .required("depth", "The depth of the hint.", .integer(minimum: 1, maximum: 5)) { $0.depth },
      .optional("digit", "At depth 5: the digit that can be placed.") { $0.digit },
      .nonEmpty("digits", "From depth 2: the digits to look at.") { $0.digits },
      .optional("house", "From depth 2: the first of the houses.") { $0.house },
      .nonEmpty("houses", "From depth 2: the houses that hold the cells.") { Array($0.houses) },
      .required("kind", "The subject of the hint.") { $0.kind },
      .optional("known", "False if the player does not know the technique of the step.") {
        $0.isKnown ? nil : false
      },
      .required("mistake", "True if something on the board is wrong.") { $0.kind == .mistake },
      .optional("name", "From depth 3: the technique's name.") { $0.name },
      .optional("region", "The old name of `house`.") { $0.house },
      .nonEmpty("regions", "The old name of `houses`.") { Array($0.houses) },
      .optional("steps", "At depth 5: the step.") { hint in
        hint.step.map { [StepRecord($0)] }
      },
      .optional("technique", "From depth 3: the technique's ID.") { $0.technique?.id },
      .required("text", "The hint in words.") { $0.text },
      .nonEmpty("wrongCells", "From depth 3: the cells with something wrong.") { $0.wrongCells },
    ])
}

extension Refutation: Record {
  package static let shape = RecordShape<Self>(
    "Refutation", "The reason that a digit can't go in a cell, or that it can.",
    [
      .required("cell", "The cell.") { $0.candidate.cell },
      .required("digit", "The digit.") { $0.candidate.digit },
      .required("kind", "The kind of reason; `possible` where the digit is the solution's.") {
        $0.kind
      },
      .optional("technique", "For the kind `step`: the technique's ID.") { $0.technique?.id },
      .required("text", "The reason in words, at most 2,500 characters.") { $0.text },
    ])
}

/// The result of `puzzle.hint`.
struct RankedHintRecord: Record {
  let hint: Hint
  /// Other steps of the position, the easiest first.
  var alternatives: [StepRecord] = []

  static let shape = RecordShape<Self>(
    "RankedHint", "A hint, and other steps that the position has.",
    Hint.shape.fields(of: \.hint) + [
      .nonEmpty("alternatives", "Other steps on request (`count`), the easiest first.") {
        $0.alternatives
      }
    ])
}

/// A hint for a position of a file: a line of `sudoku hint`.
package struct PositionHintRecord: Record {
  package let puzzle: Board
  package let hint: Hint

  package init(_ puzzle: Board, _ hint: Hint) {
    self.puzzle = puzzle
    self.hint = hint
  }

  package static let shape = RecordShape<Self>(
    "PositionHint", "A hint for a position.",
    Hint.shape.fields(of: \.hint) + [.position { $0.puzzle }])
}

/// A reason for a position of a file: a line of `sudoku hint --why`.
package struct PositionRefutationRecord: Record {
  package let puzzle: Board
  package let reason: Refutation

  package init(_ puzzle: Board, _ reason: Refutation) {
    self.puzzle = puzzle
    self.reason = reason
  }

  package static let shape = RecordShape<Self>(
    "PositionRefutation", "The reason that a digit can't go in a cell of a position.",
    Refutation.shape.fields(of: \.reason) + [.position { $0.puzzle }])
}

/// One of the steps of a position of a file: a line of `sudoku hint --all`.
package struct PositionStepRecord: Record {
  package let puzzle: Board
  package let step: StepRecord

  package init(_ puzzle: Board, _ step: Step, otherReasons: Int? = nil) {
    self.puzzle = puzzle
    self.step = StepRecord(step, otherReasons: otherReasons)
  }

  package static let shape = RecordShape<Self>(
    "PositionStep", "One of the steps that a position has.",
    StepRecord.shape.fields(of: \.step) + [.position { $0.puzzle }])
}

extension RecordField {
  fileprivate static func position(_ board: @escaping @Sendable (Root) -> Board) -> RecordField {
    .required("puzzle", "The position: clues and the player's digits.", nil, board)
  }
}

extension StepList: Record {
  package static let shape = RecordShape<Self>(
    "StepList", "The steps that a position has, easiest techniques first, each conclusion once.",
    [
      .required("end", "The reason that the list ends.") { $0.end },
      .required("steps", "The steps; none if something is wrong.") { list in
        zip(list.steps, list.otherReasons).map { StepRecord($0, otherReasons: $1) }
      },
      .nonEmpty(
        "wrongCells", "The cells with a wrong digit, or with notes that lack the right one."
      ) { $0.wrongCells },
    ])
}

/// A technique of the catalogue: a line of `sudoku techniques`.
package struct TechniqueRecord: Record {
  package let id: String
  package let name: String
  package let family: String
  /// Its rating on the scale, before what a single step adds; `nil` if the scale lacks it.
  package let rating: Double?
  package let scale: String
  package let aliases: [String]
  /// True if the technique assumes that the puzzle has one solution.
  package let assumesUniqueness: Bool
  /// The pattern and why it works, for learners.
  package var lesson: String?

  package init(
    id: String, name: String, family: String, rating: Double?, scale: String, aliases: [String],
    assumesUniqueness: Bool
  ) {
    (self.id, self.name, self.family, self.rating) = (id, name, family, rating)
    (self.scale, self.aliases, self.assumesUniqueness) = (scale, aliases, assumesUniqueness)
  }

  /// Describes an entry of the catalogue with its rating on a scale.
  package init(_ entry: Technique.Entry, on scale: any Scale) {
    self.init(
      id: entry.technique.id, name: entry.name, family: entry.family.rawValue,
      rating: scale.baseTenths(of: entry.technique).map { Double($0) / 10 }, scale: scale.name,
      aliases: entry.aliases, assumesUniqueness: entry.assumesUniqueness)
  }

  package static let shape = RecordShape<Self>(
    "Technique", "A technique of the catalogue.",
    [
      .required("aliases", "Other names.") { $0.aliases },
      .required("assumesUniqueness", "True if it assumes that the puzzle has one solution.") {
        $0.assumesUniqueness
      },
      .required("family", "Its family.") { $0.family },
      .required("id", "The technique's ID.") { $0.id },
      .optional(
        "lesson", "The pattern and why it works, for learners; only if `names` is given."
      ) { $0.lesson },
      .required("name", "Its name.") { $0.name },
      .optional(
        "rating",
        "Its base rating on the scale, to which a step may add; missing if the scale lacks it."
      ) { $0.rating },
      .required("scale", "The scale's name.") { $0.scale },
    ])
}

/// A drawing of a position: the result of `puzzle.render`.
struct DrawingRecord: Record {
  enum Format: String, CaseIterable { case svg, text }

  let drawing: String
  let format: Format
  let step: Step?
  /// The explanation of the step.
  let text: String?

  static let shape = RecordShape<Self>(
    "Drawing", "A drawing of a position.",
    [
      .required("drawing", "The drawing: an SVG document, or text.") { $0.drawing },
      .required("format", "The form of the drawing: `svg` or `text`.") { $0.format.rawValue },
      .optional("step", "The step that is drawn.") { $0.step.map { StepRecord($0) } },
      .optional("text", "The explanation of the step, or the wrong digits.") { $0.text },
    ])
}
