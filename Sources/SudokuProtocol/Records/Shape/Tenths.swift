import JSONCoding
import SudokuCore
import SudokuRating
import SudokuSession

/// A rating on a scale of tenths, as `3.4`.
public struct Tenths: JSONShaped, Hashable {
  /// The rating times ten.
  public var tenths: Int

  /// Creates a rating from its tenths: `Tenths(34)` is `3.4`.
  public init(_ tenths: Int) { self.tenths = tenths }

  /// A number from 0.
  public static var schema: Schema { .number(minimum: 0) }
  /// The number, with one decimal.
  public var json: JSONValue { .double(Double(tenths) / 10) }
  /// Appends the number with its one decimal.
  public func append(to buffer: inout JSONBuffer) throws(JSONError) {
    buffer.append(decimal: Int64(tenths / 10))
    buffer.append(byte: UInt8(ascii: "."))
    buffer.append(decimal: Int64(tenths % 10))
  }
}
