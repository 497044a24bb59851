import SudokuFormats
import SudokuReading
import Synchronization

/// The fields of the input that are written beside the results.
///
/// In JSON lines each record has its own. Comma-separated values have one header: its columns are
/// those of the first records; further fields of later records are counted and reported at the end.
final class CarriedFields: Sendable {
  private struct Plan {
    var names: [String]?
    /// The types of fields of Arrow input.
    var kinds: [String: ArrowTable.Kind] = [:]
    /// True if the types of the first records are those of all.
    var keepsKinds = false
    /// True once the first part of the input was seen.
    var isBegun = false
    var lost: [String: LostField] = [:]
    /// The notes on data of the first records that the command ignores.
    var ignored: [String] = []
  }

  /// A field that some records have and the header lacks.
  private struct LostField {
    var recordCount = 0
    /// The first place, independent of the order of the workers.
    var place: (line: Int, source: String)
  }

  private let plan = Mutex(Plan())
  private let taken: Set<String>
  /// The names of facts about the input's puzzle that may be false of the result's.
  private let facts: Set<String>

  private let usesCandidates: Bool

  init(
    besides taken: some Sequence<String>, facts: Set<String> = [], usesCandidates: Bool = true
  ) {
    // The name of a fault's member.
    self.taken = Set(taken + ["error"])
    self.facts = facts
    self.usesCandidates = usesCandidates
  }

  /// Sets the columns from the first part of the input that has records.
  func begin(with part: InputPart) {
    if case .fault = part { return }
    let isFirst = plan.withLock { plan in
      defer { plan.isBegun = true }
      return !plan.isBegun
    }
    if isFirst { add(part) }
  }

  /// Sets the columns from all inputs that are files: a table has the columns of all of them.
  func survey(_ arguments: FilterArguments) {
    let inputs = arguments.inputs
    plan.withLock { $0.keepsKinds = inputs.count < 2 }
    for name in inputs {
      guard name != "-", FileStatus(path: name)?.isRegular == true else { continue }
      let reader = InputReader(
        inputs: [name], standardInput: .standardInput, blockSize: 1 << 16, largestBlock: 1 << 20,
        encoding: arguments.encoding, columns: arguments.board)
      while let part = reader.next() {
        if case .fault = part { continue }
        add(part, all: !part.hasFixedFields)
        if part.hasFixedFields { break }
      }
    }
  }

  private func add(_ part: InputPart, all: Bool = false) {
    var names = plan.withLock { $0.names ?? [] }
    let records = all ? part.records : part.firstRecords
    var known = Set(names)
    for name in part.fieldNames(of: records) where known.insert(name).inserted {
      names.append(name)
    }
    // The given solution of a record that can't be read has no other place.
    if taken.contains("solution"), !names.contains("solution"),
      records.contains(where: { $0.hasFaultySolution })
    {
      names.append("solution")
    }
    let parts = records.reduce(into: RecordParts()) { parts, record in
      if case .success(let found) = record.puzzle { parts.formUnion(found.parts) }
    }
    for (kind, name) in Self.kept where parts.contains(kind) && !taken.contains(name) {
      if !names.contains(name) { names.append(name) }
    }
    var ignored: [String] = []
    if !usesCandidates, parts.contains(.candidates) {
      let hasSukaku = records.contains { record in
        if case .success(let found) = record.puzzle { found.isSukaku } else { false }
      }
      ignored.append(
        "pencilmarks don't count here, only the digits do"
          + (hasSukaku ? "; a Sukaku, a puzzle of candidates alone, is not solved" : ""))
    }
    if part.hasFurtherBoards { ignored.append("of several boards in a line only the first counts") }
    let kinds: [String: ArrowTable.Kind] =
      if case .records(_, let head) = part { head.kinds } else { [:] }
    plan.withLock {
      $0.names = names
      if $0.keepsKinds { $0.kinds.merge(kinds) { first, _ in first } }
      for note in ignored where !$0.ignored.contains(note) { $0.ignored.append(note) }
    }
  }

  private static let kept: [(RecordParts, String)] = [
    (.solution, "solution"), (.placed, "placed"), (.candidates, "candidates"),
  ]

  var columns: [String] { plan.withLock { $0.names ?? [] } }
  var header: [String] { columns.map(outputName) }
  /// The types of the columns of an Arrow table by their names; all others are texts.
  var kinds: [String: ArrowTable.Kind] { plan.withLock { $0.kinds } }

  /// The name of a field in the output.
  ///
  /// The name is prefixed if a result has a field of this name or would be described by it. It is prefixed again
  /// for each command that the field has passed through, so that no two fields get the same name.
  func outputName(_ name: String) -> String {
    var bare = name[...]
    while bare.hasPrefix(Self.prefix) { bare = bare.dropFirst(Self.prefix.count) }
    let isOurs = taken.contains(String(bare)) || facts.contains(String(bare))
    return isOurs ? Self.prefix + name : name
  }

  private static let prefix = "input_"

  func fields(of record: PuzzleRecord) -> [PuzzleField] {
    var fields = record.fields
    func add(_ name: String, _ text: String?) {
      if let text, !taken.contains(name) { fields.append(PuzzleField(name, text)) }
    }
    add("solution", record.solution?.line)
    add("placed", record.placed?.line)
    add("candidates", record.candidates?.text)
    return fields
  }

  /// The cells of a record's fields under the columns; notes fields without a column.
  func cells(
    of fields: [PuzzleField], columns: [String], source: String, line: Int
  ) -> [String] {
    if fields.isEmpty { return columns.map { _ in "" } }
    let place = (line: line, source: source)
    // A record may have tens of thousands of fields; most have a few, which are found sooner one by one.
    let isLarge = fields.count > 64
    let known = isLarge ? Set(columns) : []
    for field in fields
    where !(isLarge ? known.contains(field.name) : columns.contains(field.name)) {
      plan.withLock {
        var lost = $0.lost[field.name] ?? LostField(place: place)
        lost.recordCount += 1
        if place < lost.place { lost.place = place }
        $0.lost[field.name] = lost
      }
    }
    if isLarge {
      let texts = Dictionary(fields.map { ($0.name, $0.value.text) }) { first, _ in first }
      return columns.map { texts[$0] ?? "" }
    }
    return columns.map { name in fields.first { $0.name == name }?.value.text ?? "" }
  }

  /// True once fields were lost because they came after the header.
  var hasLostFields: Bool { plan.withLock { !$0.lost.isEmpty } }

  /// Appends fields to the JSON object at the end of the buffer.
  func appendMembers(_ fields: [PuzzleField], to buffer: inout [UInt8]) {
    if fields.isEmpty { return }
    buffer.removeLast(2)
    for field in fields {
      buffer.append(UInt8(ascii: ","))
      JSONText.append(PuzzleField(outputName(field.name), field.value), to: &buffer)
    }
    buffer.append(UInt8(ascii: "}"))
    buffer.append(UInt8(ascii: "\n"))
  }

  /// The note at the end; `nil` if nothing was omitted.
  var message: String? {
    var (lost, notes) = plan.withLock { plan in
      (plan.lost.sorted { $0.key < $1.key }.prefix(20), plan.ignored)
    }
    if !lost.isEmpty {
      let names = lost.map { name, field in
        let place = "\(field.place.source):\(field.place.line)"
        return field.recordCount == 1
          ? "\(name) (\(place))" : "\(name) (\(field.recordCount) records, one is \(place))"
      }
      notes.append(
        "the header was written before these fields came, so they have no column: "
          + names.joined(separator: ", "))
    }
    return notes.isEmpty ? nil : notes.map { "sudoku: note: \($0)" }.joined(separator: "\n")
  }
}

extension PuzzleRecord {
  /// True for candidates with fewer digits than a puzzle with one solution has.
  var isSukaku: Bool { candidates != nil && filled.clueCount < 17 }
}
