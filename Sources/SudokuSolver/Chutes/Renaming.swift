/// Digits in place of digits.
package struct Renaming: Sendable {
  /// The six orders of three columns.
  package static let columnOrders: [InlineArray<3, Int>] = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  /// The 1,296 renamings that leave the partition 012|345|678 as it is.
  package static let symmetries: [Renaming] = {
    var all: [Renaming] = []
    for outer in columnOrders {
      for choice in 0..<216 {
        let inner = [
          columnOrders[choice % 6], columnOrders[choice / 6 % 6], columnOrders[choice / 36],
        ]
        var renaming = Renaming()
        for digit in 0..<9 { renaming[digit] = 3 * outer[digit / 3] + inner[digit / 3][digit % 3] }
        all.append(renaming)
      }
    }
    return all
  }()

  private var names = InlineArray<9, UInt8> { UInt8($0) }

  /// Names every digit as it is.
  package init() {}

  /// Names 012, 345 and 678 for the digits of three triples.
  package init(toStandard triples: Triples) {
    var next: UInt8 = 0
    for position in 0..<3 {
      for digit in 0..<9 where triples[position] & 1 << UInt16(digit) != 0 {
        names[digit] = next
        next += 1
      }
    }
  }

  /// The new digit.
  package subscript(digit: Int) -> Int {
    get { Int(names[digit]) }
    set { names[digit] = UInt8(newValue) }
  }

  /// The partition that the digits of one become.
  package func applied(to triples: Triples) -> Triples {
    Triples { position in
      var (rest, result) = (triples[position], 0 as UInt16)
      while rest != 0 {
        result |= 1 << UInt16(names[rest.trailingZeroBitCount])
        rest &= rest - 1
      }
      return result
    }
  }

  /// The way back.
  package var inverse: Renaming {
    var inverse = Renaming()
    for digit in 0..<9 { inverse[self[digit]] = digit }
    return inverse
  }
}
