import SudokuSession
import SudokuSync
import Synchronization

/// The events of a player, for any number of readers.
final class EventFeed: Sendable {
  private typealias Continuation = AsyncStream<LibraryEvent>.Continuation

  private struct State {
    var readers: [Int: Continuation] = [:]
    var number = 0
    /// The events so far; `nil` once there is a reader.
    var early: [LibraryEvent]? = []
    var hasEnded = false
    var lastCompleted: DocumentID?
  }

  private let state = Mutex(State())

  /// The game that was completed here last.
  var lastCompleted: DocumentID? { state.withLock { $0.lastCompleted } }

  /// Makes a stream; the first one begins with the events so far.
  func stream() -> AsyncStream<LibraryEvent> {
    let (stream, reader) = AsyncStream.makeStream(of: LibraryEvent.self)
    let number = state.withLock { state in
      for event in state.early ?? [] { reader.yield(event) }
      state.early = nil
      state.number += 1
      if state.hasEnded { reader.finish() } else { state.readers[state.number] = reader }
      return state.number
    }
    reader.onTermination = { [weak self] _ in
      self?.state.withLock { $0.readers[number] = nil }
    }
    return stream
  }

  /// Sends an event to all readers.
  func send(_ event: LibraryEvent) {
    state.withLock { state in
      if case .completed(let game, _, _) = event { state.lastCompleted = game }
      state.early?.append(event)
      for reader in state.readers.values { reader.yield(event) }
    }
  }

  /// Ends all streams.
  func finish() {
    let readers = state.withLock { state in
      state.hasEnded = true
      return state.readers.values.map { $0 }
    }
    for reader in readers { reader.finish() }
  }
}
