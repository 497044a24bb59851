import JSONCoding
import SudokuPlayer

/// What one client may ask for at most; told by `hello`, enforced everywhere.
public struct ProtocolLimits: Hashable, Sendable {
  /// The length of a line in bytes.
  public var lineBytes = 1 << 20
  /// How deep arrays and objects may be nested.
  public var nestingDepth = 32
  /// The number of requests in one batch.
  public var batchRequests = 1000
  /// The number of jobs that run beside the games; others wait until one is done.
  public var requestsInFlight = 64
  /// The number of jobs that may wait; when there are so many, no input is read.
  public var waitingRequests = 1_000
  /// The bytes of requests that may wait; when there are so many, no input is read.
  public var waitingBytes = 1 << 24
  /// The number of games open at a time.
  public var openGames = 4096
  /// The number of puzzles in one request.
  public var puzzlesPerRequest = 10_000
  /// The number of solutions that are counted.
  public var countedSolutions = 1_000_000
  /// The number of imported operations that wait for those before them.
  public var waitingOperations: Int { GameLibrary.waitingOperationLimit }

  /// Creates the default limits.
  public init() {}

  var parsing: JSONLimits { JSONLimits(maximumDepth: nestingDepth, maximumBytes: lineBytes) }
}
