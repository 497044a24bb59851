/// A hash of JSON values that is the same in every program and version.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  private mutating func add(_ tag: Character, _ bits: UInt64) {
    add(tag.asciiValue ?? 0)
    for shift in stride(from: 0, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: bits >> shift)) }
  }

  mutating func add(_ part: OpaqueValue) {
    switch part {
    case .null: add("n", 0)
    case .bool(let flag): add("b", flag ? 1 : 0)
    // Decoders differ in whether 1.0 is a whole number.
    case .int(let number):
      if let real = Double(exactly: number) {
        add("r", real.bitPattern)
      } else {
        add("i", UInt64(bitPattern: number))
      }
    // JSON texts are written without the sign of 0.
    case .double(let number): add("r", (number == 0 ? 0 : number).bitPattern)
    case .string(let text):
      add("s", UInt64(text.utf8.count))
      for byte in text.utf8 { add(byte) }
    case .array(let values):
      add("a", UInt64(values.count))
      for value in values { add(value) }
    case .object(let members):
      add("o", UInt64(members.count))
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        add(.string(name))
        add(value)
      }
    }
  }
}

extension OpaqueValue {
  /// A number below 2^53 made of the value, the same in every program and version.
  package var fingerprint: Int {
    var checksum = Checksum()
    checksum.add(self)
    return Int(truncatingIfNeeded: (checksum.value ^ checksum.value >> 53) & (1 << 53 - 1))
  }
}
