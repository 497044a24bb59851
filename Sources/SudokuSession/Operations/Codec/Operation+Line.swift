/// The fast way to and from canonical JSON lines, for the kinds that games consist of.
extension DocumentOperation {
  /// Reads an operation from its canonical line.
  ///
  /// - Parameter line: The object's bytes, without a line feed.
  /// - Returns: The operation; `nil` for a rare kind or a line that is not canonical, which the
  ///   general decoder has to read.
  public static func reading(line: some Collection<UInt8>) -> DocumentOperation? {
    let direct = line.withContiguousStorageIfAvailable { bytes -> DocumentOperation? in
      var reader = OperationLineReader(bytes)
      return reader.read()
    }
    if let direct { return direct }
    return Array(line).withUnsafeBufferPointer { bytes in
      var reader = OperationLineReader(bytes)
      return reader.read()
    }
  }

  /// Appends the operation's canonical line: the object's bytes, without a line feed.
  ///
  /// - Parameter bytes: What the line is appended to.
  /// - Returns: Whether the operation is of a common kind; nothing was appended for another one,
  ///   which the general encoder has to write.
  public func appendLine(to bytes: inout [UInt8]) -> Bool {
    var writer = OperationLineWriter(bytes)
    // The array is handed over, not shared, while it grows.
    bytes = []
    let isWritten = writer.append(self)
    bytes = writer.bytes
    return isWritten
  }
}
