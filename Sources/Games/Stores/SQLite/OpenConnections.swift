import GRDB
import Synchronization

/// A pool whose connections are destroyed by a thread that opens or closes one.
///
/// Dispatch destroys what belongs to a queue on a thread of its own, and a connection belongs to its queue.
/// The child of a process that forks meanwhile waits for a lock of Swift's runtime that nobody releases.
final class OpenConnections: Sendable {
  private let list: ConnectionList
  private let owned: Unmanaged<DatabasePool>

  init(_ pool: DatabasePool, _ list: ConnectionList) {
    (owned, self.list) = (.passRetained(pool), list)
  }

  var pool: DatabasePool { owned.takeUnretainedValue() }

  deinit {
    owned.release()
    ConnectionList.closed.take(from: list)
  }
}

/// Connections, held so that no queue destroys them.
final class ConnectionList: @unchecked Sendable {
  // `@unchecked`: the connections are kept here, and used by their pool only.
  private let lock = Mutex<Void>(())
  private var connections: [Database] = []

  /// Connections of closed pools; each closing destroys those that have left their queues.
  static let closed = ConnectionList()

  func add(_ connection: Database) { add([connection]) }

  func take(from other: ConnectionList) {
    add(
      other.lock.withLock { _ in
        defer { other.connections = [] }
        return other.connections
      })
  }

  /// Adds connections, and destroys those that belong to no queue any more.
  private func add(_ new: [Database]) {
    lock.withLock { _ in
      connections += new
      var index = 0
      while index < connections.count {
        if isKnownUniquelyReferenced(&connections[index]) {
          connections.remove(at: index)
        } else {
          index += 1
        }
      }
    }
  }
}
