import JSONCoding
import SudokuSession

/// Writes operations as canonical lines: common kinds directly, the others by the general encoder.
struct OperationLine {
  /// The bytes written so far.
  var bytes: [UInt8] = []

  /// Appends an operation and a line feed.
  ///
  /// - Parameter operation: The operation.
  /// - Throws: `SyncError` of kind `damaged` for a value that JSON can't hold.
  mutating func append(_ operation: Operation) throws(SyncError) {
    if !operation.appendLine(to: &bytes) {
      do { bytes += try JSONEncoder().encode(operation) } catch {
        throw SyncError(.damaged, "operation \(operation.key) can't be written: \(error)")
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
