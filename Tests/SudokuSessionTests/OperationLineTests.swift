import Foundation
import SudokuCore
import SudokuSession
import Testing

@Suite("Canonical lines, the fast way")
struct OperationLineTests {
  private func line(of operation: DocumentOperation) -> String? {
    var bytes: [UInt8] = Array("x".utf8)
    guard operation.appendLine(to: &bytes) else { return nil }
    return String(decoding: bytes.dropFirst(), as: UTF8.self)
  }

  @Test(
    "each golden line is read and written as the general coder does",
    arguments: OperationTests.golden)
  func golden(text: String) throws {
    let operation = try JSONDecoder().decode(DocumentOperation.self, from: Data(text.utf8))
    let fast = DocumentOperation.reading(line: text.utf8)
    // Only numbers that are not whole, and texts with escapes, are left to the general coder.
    #expect((fast != nil) == !text.contains("1.5"))
    if let fast { #expect(fast == operation) }
    #expect((line(of: operation) != nil) == !text.contains("1.5"))
    if let written = line(of: operation) { #expect(written == text) }
  }

  @Test("random games go through unchanged")
  func randomGames() throws {
    for seed in UInt64(1)...10 {
      var random = SeededRandom(seed: seed)
      var player = try Player(offset: seed.isMultiple(of: 2) ? -70 : nil)
      for _ in 0..<150 { try player.play(using: &random) }
      for operation in player.document.operations.ordered {
        let text = try canonical(operation)
        guard let written = line(of: operation) else { continue }
        #expect(written == text)
        #expect(DocumentOperation.reading(line: text.utf8) == operation)
      }
    }
  }

  @Test("what is damaged is read as the general decoder reads it, or not at all")
  func damaged() throws {
    var random = SeededRandom(seed: 11)
    let alphabet = Array(#"{}[],:"0123456789-+.eabcrunknowtf\ "#.utf8)
    var readCount = 0
    for round in 0..<20_000 {
      var bytes = Array(OperationTests.golden[round % OperationTests.golden.count].utf8)
      for _ in 0...random.next(below: 2) {
        let place = random.next(below: bytes.count)
        switch random.next(below: 3) {
        case 0: bytes[place] = alphabet[random.next(below: alphabet.count)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(alphabet[random.next(below: alphabet.count)], at: place)
        }
      }
      guard let fast = DocumentOperation.reading(line: bytes) else { continue }
      readCount += 1
      let general = try? JSONDecoder().decode(DocumentOperation.self, from: Data(bytes))
      #expect(fast == general, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(readCount > 100)
  }
}
