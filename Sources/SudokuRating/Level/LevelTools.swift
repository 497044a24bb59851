import Synchronization

/// The memory that searches keep from one grid to the next.
final class LevelTools {
  let graph = LevelGraph()
  var chains = LevelChains()
  var forcing = LevelForcing()
  var nets = LevelNets()
}

/// The right to use tools, alone, until nobody holds the lease any more.
///
/// A lease takes tools that are free and gives them back at its end; every search fills them anew.
final class LevelToolsLease: @unchecked Sendable {
  let tools: LevelTools

  /// The tools that nobody uses.
  private struct Free: @unchecked Sendable {
    var tools: [LevelTools] = []
  }

  private static let free = Mutex(Free())
  /// How many of them are kept at most.
  private static let capacity = 64

  init() {
    tools = Self.free.withLock { $0.tools.popLast() } ?? LevelTools()
  }

  deinit {
    let own = Free(tools: [tools])
    Self.free.withLock { free in
      if free.tools.count < Self.capacity { free.tools += own.tools }
    }
  }
}
