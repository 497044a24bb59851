import JSONCoding
import SudokuSession

/// Writes operations as canonical lines: common kinds directly, the others by the general encoder.
package struct OperationLine {
  /// Creates no lines.
  package init() {}

  /// The bytes written so far.
  package private(set) var bytes: [UInt8] = []

  /// About how long a line is, so that there is mostly room for it.
  private static let usualLength = 200

  /// Appends an operation and a line feed.
  ///
  /// - Parameter operation: The operation.
  /// - Throws: `SyncError` of kind `damaged` for a value that JSON can't hold.
  package mutating func append(_ operation: DocumentOperation) throws(SyncError) {
    if bytes.capacity < bytes.count + Self.usualLength {
      bytes.reserveCapacity(max(2 * bytes.capacity, bytes.count + Self.usualLength))
    }
    if !operation.appendLine(to: &bytes) {
      do { bytes += try CanonicalJSONEncoder().encode(operation) } catch {
        throw SyncError(.damaged, "operation \(operation.key) can't be written: \(error)")
      }
    }
    bytes.append(UInt8(ascii: "\n"))
  }
}
