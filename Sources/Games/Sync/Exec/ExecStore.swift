/// A sync store in another program, in any language.
///
/// The program reads requests from its standard input and writes replies to its standard output,
/// one JSON object a line.
///
/// ```swift
/// let store = try ExecStore(command: "python3 example-store.py /home/me/games.jsonl")
/// ```
///
/// <doc:StoreInAnyLanguage> specifies the lines, <doc:ProgramStores> the life cycle of the program. The
/// first request starts it. A program that crashes, hangs or writes something other than a reply is
/// killed, and the next request starts it again after a growing wait.
///
/// A command runs with the user's rights: never run a command from an untrusted source.
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
  /// The time after a request's own limit at which its program counts as hung, in milliseconds.
  ///
  /// The caller gets its error at the request's limit.
  package var overdueMilliseconds: Int
  /// The longest line, in bytes.
  package var lineBytes: Int
  /// The most lines in a row that answer no open request, such as signals and late answers.
  package var idleLines: Int
  /// The most requests that may wait for late answers.
  package var lateAnswers: Int
  /// The time that a program may take to exit before it is killed, in milliseconds.
  package var graceMilliseconds: Int
  /// The interval of polling a program that has never signalled a change, in milliseconds.
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
  /// The reply to a request, or the error of reading it.
  case reply(number: Int, Result<StoreReply, SyncError>)
  /// Another device may have changed the store.
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
