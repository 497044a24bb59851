import SudokuSync

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The known kinds of stores, by the scheme of their URL.
///
/// ```swift
/// var stores = StoreRegistry.standard                       // memory:, file:<directory>
/// stores.register("sqlite", hint: "sqlite:<file>") { (path) throws(SyncError) in
///   try SQLiteStore(path: path)
/// }
/// let store = try stores.store("sqlite:/home/me/store.sqlite")
/// ```
public struct StoreRegistry: Sendable {
  /// Opens the store at a path; a missing one is created.
  public typealias Opener = @Sendable (_ path: String) throws(SyncError) -> any SyncStore

  struct Kind: Sendable {
    let hint: String
    let isFile: Bool
    let open: Opener
  }

  private var kinds: [String: Kind] = [:]
  private var order: [String] = []
  /// The kinds of stores that this build lacks, with the reasons.
  private var lacks: [String: String] = [:]

  package init() {}

  /// The kinds of stores that need nothing but this package: `memory:` and `file:<directory>`.
  public static var standard: StoreRegistry {
    var registry = StoreRegistry()
    registry.register("memory", hint: "memory:", isFile: false) { (_) throws(SyncError) in
      MemoryStore()
    }
    registry.register("file", hint: "file:<directory>") { (path) throws(SyncError) in
      try makeDirectory(path)
      return DirectoryStore(path)
    }
    return registry
  }

  /// Adds a kind of store.
  public mutating func register(
    _ scheme: String, hint: String, isFile: Bool = true, open: @escaping Opener
  ) {
    if kinds[scheme] == nil { order.append(scheme) }
    kinds[scheme] = Kind(hint: hint, isFile: isFile, open: open)
  }

  /// Adds the reason that this build lacks a kind of store.
  package mutating func refuse(_ scheme: String, because reason: String) { lacks[scheme] = reason }

  /// The store of a URL; its first use opens it, and a later one opens it again after a failure.
  ///
  /// - Throws: `SyncError` of kind `malformedURL` for an unknown kind of store.
  public func store(_ url: String) throws(SyncError) -> any SyncStore {
    ReopeningStore(try address(url))
  }

  /// The store of a URL for a server, which sets damaged stores aside.
  package func replaceableStore(_ url: String) throws(SyncError) -> any SyncStore {
    ReopeningStore(try address(url), reportsDamage: true)
  }

  /// Moves the file of a damaged store aside; returns its new path.
  package func setAside(_ url: String, at milliseconds: Int64) throws(SyncError) -> String? {
    let address = try address(url)
    guard url.hasPrefix("sqlite:"), address.file != nil else { return nil }
    let place = "\(address.path).damaged-\(milliseconds)"
    if let reason = DamagedDatabase.move(address.path, to: place) {
      throw SyncError(.damaged, "the damaged store can't be moved: \(reason)")
    }
    return place
  }

  package func open(_ url: String) throws(SyncError) -> any SyncStore { try address(url).open() }

  /// The forms of known URLs, for messages: `memory: or file:<directory>`.
  package var forms: String {
    let hints = order.compactMap { kinds[$0]?.hint }
    let list = hints.dropLast().joined(separator: ", ")
    return [list, hints.last ?? ""].filter { !$0.isEmpty }.joined(separator: " or ")
  }

  func address(_ url: String) throws(SyncError) -> StoreAddress {
    let parts = url.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, let reason = lacks[String(parts[0])] {
      throw SyncError(.malformedURL, "'\(url)': \(reason)")
    }
    var path = parts.count == 2 ? String(parts[1]) : ""
    if path.hasPrefix("//"), let kind = kinds[String(parts[0])], kind.isFile {
      guard let decoded = Self.decodingPercents(path.dropFirst(2)) else {
        throw SyncError(.malformedURL, "'\(url)' has a '%' that two hexadecimal digits must follow")
      }
      path = decoded.hasPrefix("localhost/") ? String(decoded.dropFirst(9)) : decoded
    }
    guard parts.count == 2, let kind = kinds[String(parts[0])], !kind.isFile || !path.isEmpty
    else {
      throw SyncError(.malformedURL, "'\(url)' is not a valid store: give \(forms)")
    }
    return StoreAddress(text: url, path: path, kind: kind)
  }

  /// A text with each `%20` and the like replaced by its byte, as a URL with `//` has it.
  private static func decodingPercents(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(Substring(rest.prefix(2)))
      guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16), value != 0
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  package static func makeDirectory(_ path: String) throws(SyncError) {
    do throws(DiskError) { try PosixDisk().createDirectory(path) } catch { throw SyncError(error) }
  }
}

/// A store's URL, with the way to open it.
struct StoreAddress: Sendable {
  /// The URL as it was given: the store's name.
  let text: String
  let path: String
  let kind: StoreRegistry.Kind

  func open() throws(SyncError) -> any SyncStore { try kind.open(path) }

  /// The identity of the store's present file or directory; `nil` if it does not exist.
  var file: FileIdentity? { kind.isFile ? FileIdentity(path) : nil }

  var hasParent: Bool {
    guard kind.isFile else { return true }
    var path = path[...]
    while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    guard let slash = path.lastIndex(of: "/") else { return true }
    return FileIdentity(slash == path.startIndex ? "/" : String(path[..<slash])) != nil
  }
}

/// The identity of a file, independent of its path.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// The identity of the file at a path; `nil` if it does not exist.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
