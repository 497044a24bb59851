import Logging
import SudokuSession
import SudokuStoreConformance
import SudokuSync
import Synchronization
import Testing

@testable import SudokuServer

#if Network
  /// A server's clock that jumps is recognised, kept out of games, and not blamed on devices.
  @Suite("A server's clock") struct SteadyClockTests {
    private final class Clocks: Sendable {
      let wall = Atomic<Int64>(1_795_000_000_000)
      let monotonic = Atomic<Int64>(1_000)

      var clock: SteadyClock {
        SteadyClock(
          wall: { self.wall.load(ordering: .relaxed) },
          monotonic: { self.monotonic.load(ordering: .relaxed) })
      }

      func pass(_ milliseconds: Int64) {
        wall.add(milliseconds, ordering: .relaxed)
        monotonic.add(milliseconds, ordering: .relaxed)
      }

      func jump(_ milliseconds: Int64) { wall.add(milliseconds, ordering: .relaxed) }
    }

    private static let year: Int64 = 31_536_000_000

    @Test(arguments: [31_536_000_000, -31_536_000_000, 315_360_000_000, 6_000, -6_000] as [Int64])
    func aShortJumpIsNeverReported(_ jump: Int64) {
      let clocks = Clocks()
      let clock = clocks.clock
      clocks.pass(10)
      #expect(clock.read() == (nil, nil))
      clocks.jump(jump)
      #expect(clock.read() == (1_795_000_000_010, .jumped(jump)))
      clocks.pass(300)
      #expect(clock.read() == (1_795_000_000_310, nil), "reported once")
      clocks.jump(-jump)
      #expect(clock.read() == (nil, .returned))
      #expect(clock.read() == (nil, nil))
    }

    @Test func aJumpThatLastsIsACorrection() {
      let clocks = Clocks()
      let clock = clocks.clock
      clocks.jump(Self.year)
      #expect(clock.read().news == .jumped(Self.year))
      clocks.pass(SteadyClock.patience - 1)
      #expect(clock.read().withoutJump != nil)
      clocks.pass(1)
      #expect(clock.read() == (nil, .accepted(Self.year)))
      #expect(clock.read() == (nil, nil))
    }

    @Test func slowCorrectionsAreNoJump() {
      let clocks = Clocks()
      let clock = clocks.clock
      for _ in 0..<100 {
        clocks.jump(SteadyClock.tolerance - 1)
        #expect(clock.read() == (nil, nil))
      }
    }

    /// A device whose clock is right, and a server that is a year behind for a moment.
    @Test func theDeviceIsNotBlamed() async throws {
      let (clocks, log) = (Clocks(), LogLines())
      let logger = Logger(label: "test") { _ in log }
      let stores = PlayerStores(
        limits: .unhurried, logger: logger, clock: clocks.clock
      ) { (_) throws(SyncError) in
        SimpleStore(clock: { clocks.wall.load(ordering: .relaxed) })
      }
      func append(_ player: String) async throws -> Int64 {
        let now = 1_795_000_000_000 + clocks.monotonic.load(ordering: .relaxed) - 1_000
        let id = Fixtures.game(1)
        let delta = DocumentDelta(
          id: id, summary: Fixtures.summary(id, at: now),
          chunks: [try Fixtures.chunk(Fixtures.device(1), 1...1)])
        let batch = OperationBatch(writer: Fixtures.device(1), documents: [delta])
        return try await stores.perform(
          StoreRequest(query: .append(batch)), player: player, client: nil
        ).status.milliseconds
      }
      clocks.jump(-Self.year)
      clocks.pass(5)
      #expect(try await append("anna") == 1_795_000_000_005)
      #expect(log.text.contains("the clock of this server jumped by -31536000 s"))
      #expect(!log.text.contains("of the device"))
      clocks.pass(SteadyClock.patience)
      for player in ["anna", "bert", "cora"] { _ = try await append(player) }
      #expect(log.text.contains("the devices of 3 players are ahead"), "\(log.text)")
    }
  }

  /// A store in memory with a clock.
  private struct SimpleStore: SyncStore {
    private let core = MemoryStore()
    let clock: @Sendable () -> Int64

    func perform(_ request: StoreRequest) async throws(SyncError) -> StoreResponse {
      var response = try await core.perform(request)
      response.status.milliseconds = clock()
      return response
    }
  }
#endif
