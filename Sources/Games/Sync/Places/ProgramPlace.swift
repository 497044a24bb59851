import Dispatch
import JSONCoding

/// A place in another program, in any language: it reads and writes one JSON object a line.
///
/// ```json
/// {"create":"a.000000001-000000001","value":"text"}      {"created":true,"version":""}
/// {"read":["store"]}                                     {"values":{"store":"text"}}
/// {"list":"cursor of the last list"}                     {"names":{"store":""},"next":"7"}
/// {"remove":["a.000000001-000000001"]}                   {}
/// ```
///
/// `list` is `null` for all names, and `next` omitted where each list names all. A list since a cursor
/// has `removed`, names that are gone; `"all":true` if the cursor is too old; `"more":true` if another
/// page follows. Versions are empty where the place has none, and `version` may be omitted.
///
/// Each request is answered before the next one is sent. An `error` of `kind` and `message` takes the
/// place of an answer. The program ends with its input. One that ends early, answers something else
/// or nothing for 30 seconds is killed; the next call starts it again.
package final class ProgramPlace: ValuePlace {
  private struct Request: Encodable {
    var create: String?
    var value: String?
    var read: [String]?
    var list: Cursor?
    var remove: [String]?
  }

  /// A text, or `null` in its place.
  private struct Cursor: Encodable {
    let text: String?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if let text { try container.encode(text) } else { try container.encodeNil() }
    }
  }

  private struct Reply: Decodable {
    let created: Bool?
    let version: String?
    let values: [String: String]?
    let names: [String: String]?
    let removed: [String]?
    let next: String?
    let more: Bool?
    let all: Bool?
    let error: SyncError?
  }

  /// The running program, used on the queue only.
  private final class Program: @unchecked Sendable {
    var child: ChildProcess?
  }

  private let command: String
  private let program = Program()
  private let queue = DispatchQueue(label: "sudoku.place.program")

  /// The longest line, in bytes, and the longest wait for one, in seconds.
  private static let lineBytes = 64 << 20
  private static let patience = Duration.seconds(30)

  /// Creates a place; nothing is started yet.
  package init(command: String) throws(SyncError) {
    guard command.contains(where: { !$0.isWhitespace }), !command.utf8.contains(0) else {
      throw SyncError(.malformedURL, "place: names no command")
    }
    self.command = command
  }

  package func create(_ name: String, _ value: [UInt8]) async throws(SyncError) -> String? {
    let text = String(decoding: value, as: UTF8.self)
    let reply = try await ask(Request(create: name, value: text))
    guard let isNew = reply.created else { throw Self.strange }
    return isNew ? reply.version ?? "" : nil
  }

  package func values(of names: [String]) async throws(SyncError) -> [String: [UInt8]] {
    guard let values = try await ask(Request(read: names)).values else { throw Self.strange }
    return values.mapValues { Array($0.utf8) }
  }

  package func names(since cursor: String?) async throws(SyncError) -> NamePage {
    let reply = try await ask(Request(list: Cursor(text: cursor)))
    guard let names = reply.names else { throw Self.strange }
    return NamePage(
      created: names, removed: reply.removed ?? [], startsOver: reply.all ?? (cursor == nil),
      next: reply.next,
      hasMore: reply.more ?? false)
  }

  package func remove(_ names: [String]) async throws(SyncError) {
    _ = try await ask(Request(remove: names))
  }

  private static var strange: SyncError {
    SyncError(.storeFailed, "the place's program answered another request")
  }

  private func ask(_ request: Request) async throws(SyncError) -> Reply {
    let (command, program, queue) = (command, program, queue)
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Reply, SyncError>, Never>) in
      queue.async {
        continuation.resume(
          returning: Result { () throws(SyncError) in
            do throws(SyncError) { return try Self.exchange(request, program, command) } catch {
              _ = program.child?.endNow()
              program.child = nil
              throw error
            }
          })
      }
    }
    let reply = try result.get()
    if let error = reply.error { throw error }
    return reply
  }

  private static func exchange(
    _ request: Request, _ program: Program, _ command: String
  ) throws(SyncError) -> Reply {
    if program.child == nil {
      program.child = try ChildProcess(command: command, lineBytes: lineBytes)
    }
    guard let child = program.child else { throw strange }
    do { child.send(try CanonicalJSONEncoder().encode(request)) } catch {
      throw SyncError(.storeFailed, "the request can't be written: \(error)")
    }
    let end = ContinuousClock.now.advanced(by: patience)
    while ContinuousClock.now < end {
      let events = child.step(timeoutMilliseconds: 100)
      if let line = events.lines.first {
        do { return try StrictJSONDecoder().decode(from: line) } catch {
          throw SyncError(
            .storeUnavailable, "the place's program wrote a line that is not an answer")
        }
      }
      if events.hasEnded || events.hasLongLine {
        throw SyncError(.storeUnavailable, "the place's program \(child.endNow())")
      }
    }
    throw SyncError(.storeUnavailable, "the place's program did not answer")
  }
}
