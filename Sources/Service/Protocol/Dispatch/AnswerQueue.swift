import JSONCoding

/// The lines that wait to be written, and which of them depend on the next commit.
///
/// Its bytes are counted, those of batches that are not complete among them. Lines leave soon: a host
/// writes them before it reads on. So only requests in batches are refused when a budget is used up.
final class AnswerQueue {
  /// Complete lines, in order.
  private var lines = JSONBuffer(capacity: 1 << 16)
  /// The lines that depend on the next commit, with the request that each answers.
  private var uncommitted: [(range: Range<Int>, id: RequestID?)] = []
  private var uncommittedBatches: [Batch] = []
  /// The budgets that count the bytes, that of this queue first.
  private var budgets: [AnswerBudget]
  /// The bytes of batches that are not lines yet.
  private var batchBytes = 0
  /// The bytes that the budgets count.
  private var countedBytes = 0

  init(maximum: Int = ProtocolLimits().answerBytes) {
    budgets = [AnswerBudget("answerBytes", maximum)]
  }

  deinit { for budget in budgets { budget.add(-countedBytes) } }

  var byteCount: Int { lines.count }

  /// The number of bytes from which on lines should be written before more is read.
  ///
  /// The answers to moves that fill a read of 1 MiB have less, so that one transaction stores them.
  static let pieceBytes = 3 << 20
  /// The capacity that stays after lines were written.
  private static let keptBytes = 1 << 20

  /// The budget that is used up; `nil` while there is room.
  var fullBudget: AnswerBudget? { budgets.first { $0.isFull } }

  /// Counts the bytes in further budgets, before the first answer.
  func count(in shared: [AnswerBudget]) { budgets += shared }

  private func count() {
    let bytes = lines.count + batchBytes
    guard bytes != countedBytes else { return }
    for budget in budgets { budget.add(bytes - countedBytes) }
    countedBytes = bytes
  }

  /// Answers a request; a notification, which has no ID, gets no answer.
  func answer(_ call: Call, _ result: Result<JSONValue, RPCError>, dependsOnCommit: Bool) {
    defer { count() }
    switch call.sink {
    case .line:
      guard let id = call.id else { return }
      let start = lines.count
      append(Self.response(id, result))
      limitAnswer(from: start, to: id)
      lines.appendNewline()
      if dependsOnCommit { uncommitted.append((start..<lines.count, id)) }
    case .batch(let batch, let index):
      let answer = call.id.map {
        Batch.Answer(id: $0, response: response($0, result), dependsOnCommit: dependsOnCommit)
      }
      batch.set(answer, at: index)
      batchBytes += answer?.response.count ?? 0
      if dependsOnCommit, !uncommittedBatches.contains(where: { $0 === batch }) {
        uncommittedBatches.append(batch)
      }
      if batch.isComplete, !batch.dependsOnCommit { append(batch) }
    }
  }

  /// The bytes of an answer within a batch.
  private func response(_ id: RequestID, _ result: Result<JSONValue, RPCError>) -> [UInt8] {
    let start = lines.count
    append(Self.response(id, result))
    limitAnswer(from: start, to: id)
    defer { lines.truncate(to: start) }
    return lines.withUnsafeBytes { Array($0[start...]) }
  }

  /// Replaces an answer longer than the limit by an error; only answers to requests that change nothing are that
  /// long.
  private func limitAnswer(from start: Int, to id: RequestID) {
    let own = budgets[0]
    guard lines.count - start > own.maximum else { return }
    lines.truncate(to: start)
    append(Self.response(id, RPCError.limit(own.name, own.maximum)))
  }

  /// Writes the answers of a batch as a line; none where all were notifications.
  private func append(_ batch: Batch) {
    var separator = UInt8(ascii: "[")
    for answer in batch.takeAnswers() {
      lines.append(byte: separator)
      answer.response.withUnsafeBytes { lines.append(bytes: $0) }
      batchBytes -= answer.response.count
      separator = UInt8(ascii: ",")
    }
    guard separator == UInt8(ascii: ",") else { return }
    lines.append(byte: UInt8(ascii: "]"))
    lines.appendNewline()
  }

  /// Answers a request outside of a batch, straight from its record.
  func answer(_ id: RequestID, _ record: any Record, dependsOnCommit: Bool) {
    defer { count() }
    let start = lines.count
    do throws(JSONError) {
      lines.append(literal: #"{"id":"#)
      try lines.append(id.value)
      lines.append(literal: #","jsonrpc":"2.0","result":"#)
      try record.append(to: &lines)
      lines.append(byte: UInt8(ascii: "}"))
    } catch {
      lines.truncate(to: start)
      append(Self.unwritable(id.value, error))
    }
    limitAnswer(from: start, to: id)
    lines.appendNewline()
    if dependsOnCommit { uncommitted.append((start..<lines.count, id)) }
  }

  func add(_ notifications: [JSONValue], dependOnCommit: Bool) {
    let start = lines.count
    for notification in notifications {
      append(notification)
      lines.appendNewline()
    }
    if dependOnCommit { uncommitted.append((start..<lines.count, nil)) }
    count()
  }

  /// Appends an answer or a notification; an error in place of one that can't be written.
  private func append(_ line: JSONValue) {
    do throws(JSONError) {
      try lines.append(line)
    } catch {
      lines.append(text: Self.unwritable(line["id"] ?? .null, error).description)
    }
  }

  // MARK: Commit

  /// Ends a commit: the answers that depended on it become final, or errors.
  func settle(_ failure: RPCError?) {
    if let failure { rewrite(failure) }
    for batch in uncommittedBatches {
      batchBytes += batch.resolve(failure.map { error in { self.response($0, .failure(error)) } })
      if batch.isComplete { append(batch) }
    }
    uncommittedBatches.removeAll(keepingCapacity: true)
    forgetUncommitted()
    count()
  }

  /// Makes all lines final, independent of the next commit.
  func forgetUncommitted() { uncommitted.removeAll(keepingCapacity: true) }

  /// Replaces each answer that depended on a failed commit by an error.
  private func rewrite(_ error: RPCError) {
    var old = JSONBuffer(capacity: 1 << 16)
    swap(&old, &lines)
    old.withUnsafeBytes { bytes in
      var position = 0
      for (range, id) in uncommitted {
        lines.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[position..<range.lowerBound]))
        if let id {
          append(Self.response(id, error))
          lines.appendNewline()
        }
        position = range.upperBound
      }
      lines.append(bytes: UnsafeRawBufferPointer(rebasing: bytes[position...]))
    }
  }

  /// Removes the lines; calls `write` once if there are any.
  func take(_ write: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    guard !lines.isEmpty else { return }
    defer {
      lines.removeAll(keepingAtMost: Self.keptBytes)
      count()
    }
    try lines.withUnsafeBytes(write)
  }

  // MARK: Responses

  static func response(_ id: RequestID, _ result: Result<JSONValue, RPCError>) -> JSONValue {
    switch result {
    case .success(let value): ["id": id.value, "jsonrpc": "2.0", "result": value]
    case .failure(let error): response(id, error)
    }
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
    var response: [UInt8]
    var dependsOnCommit: Bool
  }

  private var answers: [Answer?]
  private var missing: Int
  /// True once all answers are known.
  var isComplete: Bool { missing == 0 }

  init(count: Int) {
    answers = Array(repeating: nil, count: count)
    missing = count
  }

  var dependsOnCommit: Bool { answers.contains { $0?.dependsOnCommit == true } }

  /// Removes the answers, which are in the order of the requests.
  func takeAnswers() -> [Answer] {
    defer { answers = [] }
    return answers.compactMap { $0 }
  }

  /// Sets the answer to a request, `nil` for a notification.
  func set(_ answer: Answer?, at index: Int) {
    answers[index] = answer
    missing -= 1
  }

  /// Ends a commit: the answers that depended on it become final, or are replaced by the results of `replace`.
  ///
  /// - Returns: The number of bytes by which the batch has grown.
  func resolve(_ replace: ((RequestID) -> [UInt8])?) -> Int {
    var growth = 0
    for index in answers.indices {
      guard let answer = answers[index], answer.dependsOnCommit else { continue }
      answers[index]?.dependsOnCommit = false
      guard let response = replace?(answer.id) else { continue }
      answers[index]?.response = response
      growth += response.count - answer.response.count
    }
    return growth
  }
}
