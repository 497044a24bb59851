/// A format of puzzle files; `BoardReader` detects it from the content.
///
/// ```swift
/// PuzzleFormat(rawValue: "sdm")?.fileExtension    // "sdm"
/// PuzzleFormat.allCases.map(\.rawValue)           // the values of `convert --to`
/// ```
public struct PuzzleFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  let definition: any FormatDefinition

  init(_ definition: any FormatDefinition) { self.definition = definition }

  /// The format of a name.
  public init?(rawValue: String) {
    guard let format = PuzzleFormat.all.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = format
  }

  /// The name.
  public var rawValue: String { definition.name }
  /// A short description.
  public var summary: String { definition.summary }
  /// The usual extension of file names, without the dot.
  public var fileExtension: String { definition.fileExtension }

  /// All formats.
  public static var allCases: [PuzzleFormat] { all }

  /// Compares the names.
  public static func == (lhs: PuzzleFormat, rhs: PuzzleFormat) -> Bool {
    lhs.rawValue == rhs.rawValue
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension PuzzleFormat {
  /// The one list of formats, in the order of detection; `line` takes files that no other recognizes.
  static let all: [PuzzleFormat] = [
    .line, .grid, .sdk, .sdm, .ss, .opensudoku, .hodoku, .csv, .jsonl, .json, .tsv, .ssv, .unicode,
    .pencilmarks, .sudokuwiki, .fpuzzles, .sudokupad,
  ]
}
