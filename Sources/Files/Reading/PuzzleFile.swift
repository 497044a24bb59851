// One import suffices for readers of files.
@_exported import SudokuCore
@_exported import SudokuFormats

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The puzzles of a file in any format and compression that `sudoku` reads.
///
/// ```swift
/// for try await record in PuzzleFile("puzzles.csv.gz") {
///   switch record {
///   case .success(let found): print(found.line, found.puzzle.line)
///   case .failure(let error): print(error)  // puzzles.csv.gz:7:13: error: ...
///   }
/// }
/// ```
///
/// A bad record is an element with an error and its place; the records behind it follow. Iteration throws where the
/// file itself can't be read. The file is opened by the first `next()`, and read in pieces: memory is bounded, however
/// long the file is. A copy of a file that is being read shares it.
///
/// Reading blocks the thread; functions without `async` read by `while let record = try file.next()`.
public struct PuzzleFile: AsyncSequence, AsyncIteratorProtocol, Sendable {
  /// A puzzle, or the error of a record that can't be read.
  public typealias Element = Result<PuzzleRecord, InputError>

  /// The path, or the name of an open descriptor.
  private let name: String
  /// The open descriptor; `nil` for a path.
  private let descriptor: InputDescriptor?
  private let encoding: TextEncoding?
  private let columns: [String]
  private var input: OpenInput?
  /// The records of the last part that were not returned yet.
  private var records: ArraySlice<InputRecord> = []

  private static let blockSize = 1 << 16

  /// A file by its path; `-` is standard input.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - encoding: The encoding of a text that is neither UTF-8 nor UTF-16; Windows-1252 without one.
  ///   - columns: The column of the puzzle in a table, and that of its solution; in JSON the paths of members, as in
  ///     `game.board`. Empty to find them.
  public init(_ path: String, encoding: TextEncoding? = nil, columns: [String] = []) {
    name = path == "-" ? "<stdin>" : path
    descriptor = path == "-" ? InputDescriptor(borrowing: STDIN_FILENO) : nil
    (self.encoding, self.columns) = (encoding, columns)
  }

  /// An open file, pipe or socket, which stays the caller's; `name` stands for it in messages.
  public init(
    descriptor: Int32, name: String, encoding: TextEncoding? = nil, columns: [String] = []
  ) {
    self.name = name
    self.descriptor = InputDescriptor(borrowing: descriptor)
    (self.encoding, self.columns) = (encoding, columns)
  }

  /// The next record; `nil` at the end.
  ///
  /// - Throws: The error of a file that can't be opened, read or decompressed, or holds no puzzle.
  public mutating func next() throws(InputError) -> Element? {
    while true {
      if let record = records.popFirst() { return record.puzzle }
      var open = if let input { input } else { try opened() }
      // Only one copy: the input's buffers are not copied.
      input = nil
      defer { input = open }
      guard !open.isFinished else { return nil }
      guard let part = open.next(blockSize: Self.blockSize) else { continue }
      if case .fault(let error, isRecord: false) = part { throw error }
      records = part.records[...]
    }
  }

  /// The file itself, from where it was read to.
  public func makeAsyncIterator() -> PuzzleFile { self }

  /// Notes on the reading so far: a guessed encoding, text or columns that were omitted.
  public var notes: [String] {
    guard let input else { return [] }
    return input.notes + (input.omissions.map { $0.counts.notes(on: $0.name) } ?? [])
  }

  private func opened() throws(InputError) -> OpenInput {
    func open(_ file: InputDescriptor) -> OpenInput {
      OpenInput(name: name, descriptor: file, table: encoding?.table, columns: columns)
    }
    if let descriptor { return open(descriptor) }
    do throws(InputDescriptor.Failure) { return open(try .opened(name)) } catch {
      throw InputError(unopened: name, error.message)
    }
  }
}
