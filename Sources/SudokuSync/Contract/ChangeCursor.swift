import SudokuSession

/// How far a replica has read a store's changes; only the store that made it can read it.
public struct ChangeCursor: Hashable, Sendable {
  /// The store's own text.
  public let rawValue: String

  /// Creates a cursor from its text.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The cursor `<epoch>:<number>`.
  ///
  /// - Parameters:
  ///   - epoch: The store's epoch.
  ///   - number: The number of the last change read.
  public init(epoch: String, number: Int64) { rawValue = "\(epoch):\(number)" }

  /// The number of the last change read.
  ///
  /// - Parameters:
  ///   - epoch: The store's epoch.
  ///   - last: The number of the store's last change.
  /// - Returns: The number; `nil` for a cursor of another epoch or from beyond the end.
  public func number(in epoch: String, atMost last: Int64) -> Int64? {
    guard let colon = rawValue.lastIndex(of: ":"), rawValue[..<colon] == epoch,
      let number = Int64(rawValue[rawValue.index(after: colon)...]), 0...max(0, last) ~= number
    else { return nil }
    return number
  }
}
