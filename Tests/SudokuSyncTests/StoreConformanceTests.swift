import SudokuSession
import SudokuSync
import SudokuSyncSimulator
import SudokuSyncTestSupport
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
  private var core = StoreCore(epoch: "forgetful")

  func document(_ id: DocumentID, after known: StreamHeads) -> DocumentDelta? {
    core.document(id, after: known)
  }

  func append(_ batch: OperationBatch) -> AppendReceipt {
    var copy = core
    let receipt = copy.append(batch)
    var half = batch
    for index in half.documents.indices {
      half.documents[index].chunks = half.documents[index].chunks.compactMap {
        $0.prefix(through: max(1, $0.lastSeq - 1))
      }
    }
    _ = core.append(half)
    return receipt
  }

  func inProgress(limit: Int, before: PageToken?) -> SummaryPage {
    core.inProgress(limit: limit, before: before)
  }

  func changes(since cursor: Cursor?, limit: Int) -> ChangePage {
    core.changes(since: cursor, limit: limit)
  }
}
