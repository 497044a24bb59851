import Foundation
import SudokuIdentity
import SudokuServer
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

@Suite("Access tokens") struct AccessTokenTests {
  @Test func aTokenHas256BitsAndIsReadAgain() throws {
    var random = SystemRandomNumberGenerator()
    let tokens = (0..<1_000).map { _ in AccessToken(using: &random) }
    #expect(Set(tokens.map(\.text)).count == 1_000 && Set(tokens.map(\.id)).count == 1_000)
    for token in tokens {
      #expect(token.text.utf8.count == 7 + 64 && token.id.utf8.count == 16)
      #expect(AccessToken(token.text)?.hash == token.hash)
      #expect(token.hash == SHA256.hash(of: token.text.utf8).bytes)
    }
    for text in ["", "sudoku-", "sudoku-1", String(repeating: "a", count: 71)] {
      #expect(AccessToken(text) == nil)
    }
  }

  @Test func whatIsKeptIsNotTheToken() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.path + "/tokens.sqlite"
    let store = try SQLiteTokenStore(path: path)
    let token = try await store.issue(to: "anna", label: "phone", at: 5)
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path + "/" + name))
      #expect(bytes.range(of: Data(token.text.utf8)) == nil)
      #expect(bytes.range(of: Data(token.text.suffix(64).utf8)) == nil)
    }
    let found = try #require(try await store.find(token.id))
    #expect(found.hash == token.hash && found.record.player == "anna")
    #expect(try await store.find("0000000000000000") == nil)
  }

  @Test func tokensAreListedInPagesAndRevokedOnce() async throws {
    let scratch = ScratchDirectory()
    defer { scratch.remove() }
    let path = scratch.path + "/tokens.sqlite"
    let store = try SQLiteTokenStore(path: path)
    var ids: [String] = []
    for number in 0..<7 {
      ids.append(
        try await store.issue(to: number % 2 == 0 ? "anna" : "bert", at: Int64(number)).id)
    }
    // As another process sees them.
    let other = try SQLiteTokenStore(path: path)
    var listed: [String] = []
    var last: TokenRecord?
    repeat {
      let page = try await other.list(player: nil, after: last, limit: 3)
      listed += page.map(\.id)
      last = page.last
    } while last != nil
    #expect(listed == ids)
    #expect(try await other.list(player: "bert", after: nil, limit: 10).count == 3)
    #expect(try await other.revoke(ids[0], at: 77))
    #expect(try await other.revoke(ids[0], at: 99), "again changes nothing")
    #expect(try await store.find(ids[0])?.record.revokedMilliseconds == 77)
    #expect(try await !other.revoke("nobody's", at: 1))
  }
}
