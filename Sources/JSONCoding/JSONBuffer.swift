import CJansson

/// Bytes to be written: JSON texts and line ends, collected for one large write.
///
/// The memory is kept when the buffer is emptied, so that a server writes millions of answers
/// without asking for more.
///
/// ```swift
/// var buffer = JSONBuffer()
/// try buffer.append(["id": 1, "result": "pong"])
/// buffer.appendNewline()
/// buffer.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
/// buffer.removeAll()
/// ```
public struct JSONBuffer: ~Copyable, @unchecked Sendable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  /// The number of bytes collected.
  public private(set) var count = 0

  /// Creates an empty buffer.
  ///
  /// - Parameter capacity: How many bytes fit before it grows.
  public init(capacity: Int = 1024) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// Whether nothing is collected.
  public var isEmpty: Bool { count == 0 }

  /// Appends the canonical text of any encodable value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: How to encode it.
  /// - Throws: `EncodingError`, or what the value throws; then nothing is appended.
  public mutating func append<T: Encodable>(
    encoding value: T, with encoder: CanonicalJSONEncoder = CanonicalJSONEncoder()
  ) throws {
    let tree = try encoder.makeTree(value)
    withExtendedLifetime(tree) { dump(tree.root, sortKeys: true) }
  }

  /// Appends the text of a value as it was parsed, with sorted keys.
  public mutating func append(_ node: JSONNode) {
    withExtendedLifetime(node.tree) { dump(node.pointer, sortKeys: true) }
  }

  /// Appends raw bytes.
  public mutating func append(bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    reserve(bytes.count)
    (base + count).copyMemory(from: source, byteCount: bytes.count)
    count += bytes.count
  }

  /// Appends the bytes of a text as they are.
  public mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Appends a line end.
  public mutating func appendNewline() { append(byte: UInt8(ascii: "\n")) }

  /// Appends one byte.
  @inline(__always)
  public mutating func append(byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends a number with a point or an exponent.
  ///
  /// - Throws: `JSONError` with `notRepresentable` for one that is not finite.
  public mutating func append(real number: Double) throws(JSONError) {
    let tree = JSONTree(owning: try makeReal(number))
    withExtendedLifetime(tree) { dump(tree.root, sortKeys: false) }
  }

  /// Empties the buffer and keeps its memory, unless that grew beyond `maximumCapacity`.
  ///
  /// - Parameter maximumCapacity: The memory to keep at most, in bytes.
  public mutating func removeAll(keepingAtMost maximumCapacity: Int = 4 << 20) {
    count = 0
    guard capacity > maximumCapacity else { return }
    base.deallocate()
    capacity = max(maximumCapacity, 64)
    base = .allocate(byteCount: capacity, alignment: 16)
  }

  /// Takes away what lies behind the first `count` bytes.
  ///
  /// - Parameter count: At most the number of bytes collected.
  public mutating func truncate(to count: Int) {
    precondition(0...self.count ~= count, "only collected bytes can be taken away")
    self.count = count
  }

  /// Calls `body` with the bytes collected.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// The bytes collected as a text.
  public var text: String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

  private mutating func reserve(_ bytes: Int) {
    guard count + bytes > capacity else { return }
    let grown = max(capacity * 2, count + bytes)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 16)
    memory.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = memory
    capacity = grown
  }

  private mutating func dump(_ pointer: JSONPointer, sortKeys: Bool) {
    // JSON_COMPACT, JSON_ENCODE_ANY, JSON_REAL_PRECISION(15), JSON_SORT_KEYS.
    let flags = 0x20 | 0x200 | 15 << 11 | (sortKeys ? 0x80 : 0)
    while true {
      let free = capacity - count
      let size = json_dumpb(
        pointer, (base + count).assumingMemoryBound(to: CChar.self), free, flags)
      if size <= free {
        count += size
        return
      }
      reserve(size)
    }
  }
}
