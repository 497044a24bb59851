import SudokuCore

/// Files with damage of the kinds that happen: bytes changed, lost, doubled, cut, in another encoding.
package enum DamagedFile {
  private static let signs = Array("0123456789.-|+,;:\t \n\r\"'<>{}[]#\\/=x?*&%".utf8)

  /// A damaged copy.
  package static func damaged(_ whole: [UInt8], _ random: inout SeededRandom, most: Int) -> [UInt8]
  {
    var bytes = whole
    for _ in 0...random.next(below: most) where !bytes.isEmpty {
      let place = random.next(below: bytes.count)
      switch random.next(below: 7) {
      case 0: bytes[place] = UInt8(random.next(below: 256))
      case 1: bytes[place] = signs[random.next(below: signs.count)]
      case 2: bytes.insert(signs[random.next(below: signs.count)], at: place)
      case 3: bytes.remove(at: place)
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + random.next(below: 40)))
      case 5: bytes.removeSubrange(place...)
      default:
        let piece = Array(bytes[place..<min(bytes.count, place + random.next(below: 200))])
        bytes.insert(contentsOf: piece, at: random.next(below: bytes.count))
      }
    }
    switch random.next(below: 60) {
    case 0...2: return Array("\u{FEFF}".utf8) + bytes
    case 3...5: return bytes.flatMap { [$0, 0] }
    case 6: return [0xFE, 0xFF] + bytes.flatMap { [0, $0] }
    default: return bytes
    }
  }
}
