import Foundation
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

@Suite("Programs as places") struct ProgramPlaceTests {
  static let hasPython =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/python3")
    }
  static let redis = ProcessInfo.processInfo.environment["SUDOKU_REDIS"]

  private static func command(_ name: String) -> String {
    "exec python3 " + Repository.root.appendingPathComponent("Scripts/example-store/\(name)").path
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func folderConforms() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let findings = try await PlaceConformance {
      try ProgramPlace(command: "\(Self.command("place.py")) \(scratch.path)/\($0)")
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(.enabled(if: hasPython && redis != nil, "no Redis: run by Scripts/place-servers"))
  func redisConforms() async throws {
    let run = UInt64.random(in: 0...UInt64.max)
    let findings = try await PlaceConformance {
      try ProgramPlace(
        command: "\(Self.command("redis_place.py")) \(Self.redis ?? "") \(run)-\($0)")
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A program that ends, or writes something else, is an error, and the next call starts it again.
  @Test(arguments: ["exit 3", "echo nonsense", "echo '{}'"])
  func strangePrograms(command: String) async throws {
    let place = try ProgramPlace(command: "read line; \(command)")
    for _ in 0..<2 {
      await #expect(throws: SyncError.self) { try await place.names(since: nil) }
    }
  }
}
