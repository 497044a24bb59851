import SudokuCore
import SudokuRating
import SudokuTechniques

/// A step as `grade --explain` shows it: in words, and its pattern part by part.
struct ExplainedStep: Sendable {
  let technique: String
  let name: String
  let rating: Double
  let placement: String?
  let eliminations: [String]
  /// The cells of the pattern.
  let cells: [String]
  let digits: [Int]
  let houses: [String]
  /// The candidates of the pattern.
  let candidates: [String]
  /// The conclusions of its chains, in order; `nil` for techniques without chains.
  let links: [String]?
  let explanation: String

  init(_ graded: GradedStep) {
    let step = graded.step
    let pattern = step.pattern
    technique = step.technique.id
    name = step.technique.name
    rating = Double(graded.tenths) / 10
    placement = step.placement?.description
    eliminations = step.eliminations.map(\.description)
    cells = pattern.cells.union(pattern.specialCells).map(\.description)
    digits = pattern.digits.union(pattern.specialDigits).map { Int($0.rawValue) }
    houses = pattern.houses.map(\.description) + pattern.coverHouses.map(\.description)
    candidates = pattern.candidates.map(\.description)
    links = pattern.links.isEmpty ? nil : pattern.links.map(ExplainedStep.text)
    explanation = step.explanation.text
  }

  /// Rating, technique and explanation in a sentence.
  var sentence: String { "\(rating) \(name): \(explanation)" }

  /// The pattern in a line, as in `"cells r1c4 r2c4; digits 3 5; houses b2"`.
  var pattern: String {
    let parts = [
      ("cells", cells.joined(separator: " ")),
      ("digits", digits.map(String.init).joined(separator: " ")),
      ("houses", houses.joined(separator: " ")),
      ("candidates", candidates.joined(separator: " ")),
      ("links", (links ?? []).joined(separator: ", ")),
    ]
    return parts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }.joined(separator: "; ")
  }

  /// A link in standard notation, as in `"r4c7=5 -> r4c1<>5 (r4)"`.
  private static func text(_ link: ChainLink) -> String {
    let reason =
      switch link.reason {
      case .cell: "cell"
      case .house(let house): house.description
      case .technique(let technique): technique.id
      case .nested(let index): "nested \(index + 1)"
      }
    let premises = link.premises.map(\.description).joined(separator: " & ")
    return "\(premises) -> \(link.conclusion) (\(reason))"
  }
}
