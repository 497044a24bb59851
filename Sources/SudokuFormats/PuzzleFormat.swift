/// A format of puzzle files, by the name that users give it.
///
/// Files say by their content which they are, see `BoardReader`; `all` is the list.
///
/// ```swift
/// PuzzleFormat(rawValue: "sdm")?.fileExtension    // "sdm"
/// PuzzleFormat.allCases.map(\.rawValue)           // what `convert --to` takes
/// ```
public struct PuzzleFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  let definition: any FormatDefinition

  init(_ definition: any FormatDefinition) { self.definition = definition }

  /// The format of a name; `nil` for other texts.
  public init?(rawValue: String) {
    guard let format = PuzzleFormat.all.first(where: { $0.rawValue == rawValue }) else {
      return nil
    }
    self = format
  }

  /// The name.
  public var rawValue: String { definition.name }
  /// What it is, in a few words.
  public var summary: String { definition.summary }
  /// The usual extension of file names, without the dot.
  public var fileExtension: String { definition.fileExtension }
  /// What its files can say about a puzzle beside the clues.
  public var holds: RecordParts { definition.holds }

  /// All formats.
  public static var allCases: [PuzzleFormat] { all }

  /// Whether two are the same format.
  public static func == (lhs: PuzzleFormat, rhs: PuzzleFormat) -> Bool {
    lhs.rawValue == rhs.rawValue
  }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension PuzzleFormat {
  /// All formats, the commonest first.
  ///
  /// In this order they are asked whether a file is theirs; `line` takes what no other wants.
  static let all: [PuzzleFormat] = [
    .line, .grid, .sdk, .sdm, .ss, .opensudoku, .hodoku, .csv, .jsonl, .json, .tsv, .ssv, .unicode,
    .pencilmarks, .sudokuwiki, .fpuzzles, .sudokupad,
  ]
}
