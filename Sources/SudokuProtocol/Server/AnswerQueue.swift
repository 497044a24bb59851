import JSONCoding

/// The lines that wait to be written, and which of them depend on the next commit.
final class AnswerQueue {
  /// Complete lines, in order.
  private var lines = JSONBuffer(capacity: 1 << 16)
  /// The lines that depend on the next commit, with the request that each answers.
  private var uncommitted: [(range: Range<Int>, id: RequestID?)] = []
  private var uncommittedBatches: [Batch] = []

  var byteCount: Int { lines.count }

  /// Answers a request; a notification, which has no ID, gets no answer.
  func answer(_ call: Call, _ result: Result<JSONValue, RPCError>, dependsOnCommit: Bool) {
    switch call.sink {
    case .line:
      guard let id = call.id else { return }
      let start = lines.count
      append(Self.response(id, result))
      if dependsOnCommit { uncommitted.append((start..<lines.count, id)) }
    case .batch(let batch, let index):
      let answer = call.id.map {
        Batch.Answer(
          id: $0, response: Self.response($0, result), dependsOnCommit: dependsOnCommit)
      }
      batch.set(answer, at: index)
      if dependsOnCommit, !uncommittedBatches.contains(where: { $0 === batch }) {
        uncommittedBatches.append(batch)
      }
      if batch.isComplete, !batch.dependsOnCommit, let line = batch.line { append(line) }
    }
  }

  /// Answers a request outside of a batch, straight from its record.
  func answer(_ id: RequestID, _ record: any Record, dependsOnCommit: Bool) {
    let start = lines.count
    do throws(JSONError) {
      lines.append(literal: #"{"id":"#)
      try lines.append(id.value)
      lines.append(literal: #","jsonrpc":"2.0","result":"#)
      try record.append(to: &lines)
      lines.append(byte: UInt8(ascii: "}"))
      lines.appendNewline()
    } catch {
      lines.truncate(to: start)
      append(Self.unwritable(id.value, error))
    }
    if dependsOnCommit { uncommitted.append((start..<lines.count, id)) }
  }

  func add(_ notifications: [JSONValue], dependOnCommit: Bool) {
    let start = lines.count
    for notification in notifications { append(notification) }
    if dependOnCommit { uncommitted.append((start..<lines.count, nil)) }
  }

  private func append(_ line: JSONValue) {
    do throws(JSONError) {
      try lines.append(line)
    } catch {
      lines.append(text: Self.writable(line).description)
    }
    lines.appendNewline()
  }

  // MARK: Commit

  /// Ends a commit: the answers that depended on it become final, or errors.
  func settle(_ failure: RPCError?) {
    if let failure { rewrite(failure) }
    for batch in uncommittedBatches {
      batch.resolve(failure)
      if batch.isComplete, let line = batch.line { append(line) }
    }
    uncommittedBatches.removeAll(keepingCapacity: true)
    forgetWhatDepends()
  }

  /// Makes all lines final, whatever the next commit does.
  func forgetWhatDepends() { uncommitted.removeAll(keepingCapacity: true) }

  /// Replaces each answer that depended on a failed commit by an error.
  private func rewrite(_ error: RPCError) {
    var old = JSONBuffer(capacity: 1 << 16)
    swap(&old, &lines)
    old.withUnsafeBytes { bytes in
      var position = 0
      for (range, id) in uncommitted {
        lines.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[position..<range.lowerBound]))
        if let id { append(Self.response(id, error)) }
        position = range.upperBound
      }
      lines.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[position...]))
    }
  }

  /// Removes the lines; calls `write` once if there are any.
  func take(_ write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    guard !lines.isEmpty else { return }
    defer { lines.removeAll() }
    try lines.withUnsafeBytes(write)
  }

  // MARK: Responses

  static func response(_ id: RequestID, _ result: Result<JSONValue, RPCError>) -> JSONValue {
    switch result {
    case .success(let value): ["id": id.value, "jsonrpc": "2.0", "result": value]
    case .failure(let error): response(id, error)
    }
  }

  /// The answer, or all answers of a batch; an error replaces each one that can't be written.
  private static func writable(_ line: JSONValue) -> JSONValue {
    if let batch = line.array { return .array(batch.map { writable($0) }) }
    var buffer = JSONBuffer(capacity: 256)
    do throws(JSONError) { try buffer.append(line) } catch {
      return unwritable(line["id"] ?? .null, error)
    }
    return line
  }

  /// The answer if the result has a number that is not finite or a key with NUL.
  private static func unwritable(_ id: JSONValue, _ error: JSONError) -> JSONValue {
    response(id, RPCError(.internalError, "the answer can't be written: \(error.message)"))
  }

  static func response(_ id: RequestID, _ error: RPCError) -> JSONValue {
    response(id.value, error)
  }

  private static func response(_ id: JSONValue, _ error: RPCError) -> JSONValue {
    ["error": error.value, "id": id, "jsonrpc": "2.0"]
  }
}

/// A batch; its answers are collected until all are known.
final class Batch {
  struct Answer {
    let id: RequestID
    var response: JSONValue
    var dependsOnCommit: Bool
  }

  private var answers: [Answer?]
  private var missing: Int
  /// Whether all answers are known.
  var isComplete: Bool { missing == 0 }

  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
  }

  var dependsOnCommit: Bool { answers.contains { $0?.dependsOnCommit == true } }

  /// The answers in the order of the requests; `nil` where all were notifications.
  var line: JSONValue? {
    let present = answers.compactMap { $0?.response }
    return present.isEmpty ? nil : .array(present)
  }

  /// Sets the answer to a request, `nil` for a notification.
  func set(_ answer: Answer?, at index: Int) {
    answers[index] = answer
    missing -= 1
  }

  /// Ends a commit: the answers that depended on it become final, or errors.
  func resolve(_ error: RPCError?) {
    for index in answers.indices {
      guard let answer = answers[index], answer.dependsOnCommit else { continue }
      answers[index]?.dependsOnCommit = false
      if let error { answers[index]?.response = AnswerQueue.response(answer.id, error) }
    }
  }
}
