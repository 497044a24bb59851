/// A sync store that is another program, in any language: it reads requests from its standard input
/// and writes replies to its standard output, one JSON object a line.
///
/// ```swift
/// let store = try ExecStore(command: "python3 example-store.py /home/me/games.jsonl")
/// ```
///
/// <doc:WritingAStore> specifies the lines, <doc:ProgramStores> the program's life. The first
/// request starts it. A program that crashes, hangs or writes something other than a reply is
/// killed, and the next request starts it again after a growing wait.
///
/// A command runs with the user's rights: never take it from others.
package typealias ExecStore = BlockingStore<ExecStoreDriver>

extension ExecStore {
  /// Creates a store; nothing is started yet.
  ///
  /// - Throws: `SyncError` of kind `malformedURL` for an empty command.
  package convenience init(command: String) throws(SyncError) {
    try self.init(command: command, limits: ExecLimits())
  }

  package convenience init(command: String, limits: ExecLimits) throws(SyncError) {
    self.init(try ExecStoreDriver(command: command, limits: limits), name: "sudoku.exec")
  }
}

/// Limits of a program behind an `ExecStore`; a program that exceeds one is killed.
package struct ExecLimits: Hashable, Sendable {
  /// How long an answer may be overdue, in milliseconds after the request's own time limit.
  ///
  /// The caller has its error at the time limit; this is when the program is taken for hung.
  package var overdueMilliseconds: Int
  /// How long a line may be, in bytes.
  package var lineBytes: Int
  /// How many lines that answer nothing may follow each other: signals, late answers.
  package var idleLines: Int
  /// How many requests may wait for their late answers.
  package var lateAnswers: Int
  /// How long a program may take to exit, in milliseconds, before it is killed.
  package var graceMilliseconds: Int
  /// How often a program that has never signalled a change is polled, in milliseconds.
  package var pollMilliseconds: Int

  package init(
    overdueMilliseconds: Int = 10_000, lineBytes: Int = 64 << 20, idleLines: Int = 10_000,
    lateAnswers: Int = 64, graceMilliseconds: Int = 300, pollMilliseconds: Int = 1_000
  ) {
    self.overdueMilliseconds = max(overdueMilliseconds, 0)
    self.lineBytes = max(lineBytes, 1_024)
    self.idleLines = max(idleLines, 1)
    self.lateAnswers = max(lateAnswers, 1)
    self.graceMilliseconds = max(graceMilliseconds, 0)
    self.pollMilliseconds = max(pollMilliseconds, 10)
  }
}

/// A request with its number, as the program reads it.
struct NumberedRequest: Encodable {
  let number: Int
  let request: StoreRequest

  private enum CodingKeys: String, CodingKey { case id }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .id)
    try request.encode(to: encoder)
  }
}

/// A line that the program writes.
enum ExecLine: Decodable {
  /// The reply to a request, or why it can't be read.
  case reply(number: Int, Result<StoreReply, SyncError>)
  /// Somebody else may have changed the store.
  case changed
  /// Something else.
  case stray

  private enum CodingKeys: String, CodingKey { case id, changed }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    guard let number = try container.decodeIfPresent(Int.self, forKey: .id) else {
      self = try container.decodeIfPresent(Bool.self, forKey: .changed) == true ? .changed : .stray
      return
    }
    do { self = .reply(number: number, .success(try StoreReply(from: decoder))) } catch {
      let error =
        error as? SyncError ?? SyncError(.storeFailed, "the reply can't be read: \(error)")
      self = .reply(number: number, .failure(error))
    }
  }
}
