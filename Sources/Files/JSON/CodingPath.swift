/// A path of coding keys as a list that shares its beginning: adding a key costs one small object, and
/// the array that `Codable` asks for is only made where an error needs it.
struct CodingPath {
  private final class Node {
    let key: any CodingKey
    let parent: Node?

    init(key: any CodingKey, parent: Node?) {
      self.key = key
      self.parent = parent
    }
  }

  private var last: Node?

  init() {}

  func appending(_ key: any CodingKey) -> CodingPath {
    var path = self
    path.last = Node(key: key, parent: last)
    return path
  }

  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var node = last
    while let current = node {
      keys.append(current.key)
      node = current.parent
    }
    return keys.reversed()
  }
}

/// A key for elements of lists and for `super`.
struct IndexKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init?(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init?(intValue: Int) { self.init(intValue) }

  private init(name: String) {
    stringValue = name
    intValue = nil
  }

  static let superKey = IndexKey(name: "super")
}

extension DecodingError {
  /// The place of the mistake, as in `$.moves[3].cell`.
  package var jsonPath: String {
    var path = "$"
    for key in context.codingPath {
      path += key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }
    return path
  }

  /// Place and mistake in a sentence: `$.digit: expected an integer, found a string`.
  package var explanation: String {
    switch self {
    case .keyNotFound(let key, _): "\(jsonPath): the member '\(key.stringValue)' is missing"
    default: "\(jsonPath): \(context.debugDescription)"
    }
  }

  private var context: Context {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: Context(codingPath: [], debugDescription: "\(self)")
    }
  }
}
