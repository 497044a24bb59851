/// What a look at a file without reading it tells.
public struct FileState: Hashable, Sendable {
  /// The length in bytes.
  public var size: Int
  /// A number that is another one after each change of the file, whatever its length.
  public var change: Int64

  /// Creates a state.
  ///
  /// - Parameters:
  ///   - size: The length in bytes.
  ///   - change: A number that is another one after each change of the file.
  public init(size: Int, change: Int64) {
    self.size = size
    self.change = change
  }
}
