import Foundation

/// The checkout that the tests were built from.
public enum Repository {
  /// Its top folder.
  public static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
