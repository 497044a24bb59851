import SudokuStoreConformance
import SudokuStores
import SudokuSync
import Testing

@Suite("SQLite store")
struct SQLiteStoreTests {
  @Test func conforms() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let findings = try await StoreConformance {
      try SQLiteStore(path: scratch.fresh() + "/store.sqlite", durability: .none)
    }.run()
    #expect(findings.isEmpty, "\(findings)")
  }
}
