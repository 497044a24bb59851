extension JSONRecords {
  /// Reads the puzzles that are whole in a text that was cut.
  static func readWholeParts(of text: ArraySlice<UInt8>, line: Int, _ emit: RecordSink) {
    var (open, isString, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
    /// The brackets that close those open at `cut`.
    var closing: [UInt8] = []
    var (cut, objectCount): (Int?, Int) = (nil, 0)
    for (index, byte) in zip(text.indices, text) {
      if isString {
        isString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isString = true
      case UInt8(ascii: "{"):
        open.append(UInt8(ascii: "}"))
        objectCount += 1
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
        if byte != UInt8(ascii: ","), open.popLast() == UInt8(ascii: "}") { objectCount -= 1 }
        // The text can end here with its open brackets closed, without half of a member's array.
        guard byte == UInt8(ascii: "}") || open.last == UInt8(ascii: "}") || objectCount == 0 else {
          continue
        }
        cut = byte == UInt8(ascii: ",") ? index : index + 1
        // Values nested deeper are not read.
        closing = Array(open.prefix(JSONScanner.depthLimit + 1).reversed())
      default: break
      }
    }
    guard let cut else { return }
    read(Array(text[..<cut] + closing)[...], line: line) { record in
      if case .puzzle = record { emit(record) }
    }
  }
}
