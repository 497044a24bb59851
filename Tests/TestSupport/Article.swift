import Foundation

/// An article of the documentation whose code is that of a test.
public struct Article {
  private let text: String

  /// Reads an article by its path in the checkout.
  public init(_ path: String) throws {
    text = try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The Swift code blocks, without indentation.
  public var codeBlocks: [String] {
    text.components(separatedBy: "```swift\n").dropFirst().map { rest in
      String(rest.components(separatedBy: "```")[0]).trimmingCharacters(in: .newlines)
    }
  }

  /// The code blocks that a test file does not contain, apart from their imports.
  public func codeBlocks(missingIn path: String) throws -> [String] {
    let test = try String(
      contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    let lines = Self.lines(of: test)
    return codeBlocks.filter { !lines.contains(Self.lines(of: $0)) }
  }

  private static func lines(of code: String) -> String {
    let lines = code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return "\n" + lines.filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
      + "\n"
  }
}
