import GRDB
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pool whose connections are gone once it is closed.
///
/// Dispatch destroys what belongs to a queue on a thread of its own. So a connection could be destroyed
/// after its pool: a process that forks meanwhile has a child in which a lock of Swift's runtime is
/// held for ever. Here the connections are destroyed by the thread that closes the pool.
final class OpenConnections: Sendable {
  private let list: ConnectionList
  private let owned: Unmanaged<DatabasePool>

  /// The longest wait for the queues, in steps of 50 microseconds.
  private static let steps = 20_000

  init(_ pool: DatabasePool, _ list: ConnectionList) {
    (owned, self.list) = (.passRetained(pool), list)
  }

  var pool: DatabasePool { owned.takeUnretainedValue() }

  deinit {
    owned.release()
    for _ in 0..<Self.steps where list.isInUse { usleep(50) }
    list.empty()
  }
}

/// The connections that a pool has opened.
final class ConnectionList: @unchecked Sendable {
  // `@unchecked`: the connections are kept here, and used by their pool only.
  private let lock = Mutex<Void>(())
  private var connections: [Database] = []

  func add(_ connection: Database) {
    lock.withLock { _ in
      forgetUnused()
      connections.append(connection)
    }
  }

  /// True if a connection belongs to a queue.
  var isInUse: Bool {
    lock.withLock { _ in
      forgetUnused()
      return !connections.isEmpty
    }
  }

  func empty() { lock.withLock { _ in connections = [] } }

  private func forgetUnused() {
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
