import Foundation
import SudokuCore
import SudokuGenerator
import TestSupport
import Testing

@Suite struct KeySetTests {
  /// Numbers of which about a third are repeated, with different shares of them in files.
  @Test(arguments: [1, 2, 7, 64, 1_000, 1 << 20])
  func answersAsASetInMemory(_ recentLimit: Int) throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let keys = KeySet(temporaryIn: folder.url, recentLimit: recentLimit)
    var known: Set<UInt128> = []
    var random = SeededRandom(seed: UInt64(recentLimit))
    let count = sized(1_000, full: 3_000)
    for _ in 0..<count {
      let low = UInt128(random.next(below: count))
      let key = low << 100 | low
      #expect(keys.contains(key) == known.contains(key))
      #expect(try keys.insert(key) == known.insert(key).inserted)
    }
    for key in [UInt128.min, .max] {
      #expect(try keys.insert(key) == known.insert(key).inserted)
      #expect(try !keys.insert(key))
    }
    #expect(keys.count == known.count)
    // Its files have no names.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    let keys = KeySet(temporaryIn: URL(fileURLWithPath: "/nowhere/at/all"), recentLimit: 2)
    #expect(throws: DeduplicationError.self) {
      for key in 0..<2 { try keys.insert(UInt128(key)) }
    }
  }
}
