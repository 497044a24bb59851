import SudokuSession
import SudokuSimulator
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

@Suite("Stores conform")
struct StoreConformanceTests {
  @Test func memory() async throws {
    let findings = try await StoreConformance { MemoryStore() }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func directoryInMemory() async throws {
    let findings = try await StoreConformance {
      DirectoryStore("/shared", disk: SimulatedDisk())
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test func directoryOnDisk() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let findings = try await StoreConformance {
      DirectoryStore(scratch.fresh(), isDurable: false)
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// A store with a planted fault must not pass.
  @Test func forgetfulStoreIsFound() async throws {
    let findings = try await StoreConformance { ForgetfulStore() }.run()
    #expect(findings.contains { $0.check == "append" })
    #expect(findings.contains { $0.check == "changes" })
  }
}

/// Acknowledges what it does not keep.
private actor ForgetfulStore: SyncStore {
  private var core = StoreCore(identity: "forgetful")

  func perform(_ request: StoreRequest) throws(SyncError) -> StoreResponse {
    guard case .append(let batch) = request.query else { return try core.perform(request, at: 0) }
    var copy = core
    let response = try copy.perform(request, at: 0)
    var half = batch
    for index in half.documents.indices {
      half.documents[index].chunks = half.documents[index].chunks.compactMap {
        $0.prefix(through: max(1, $0.lastSeq - 1))
      }
    }
    _ = core.append(half)
    return response
  }
}
