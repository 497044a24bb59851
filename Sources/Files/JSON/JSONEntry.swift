// The names are those of the C library that it stands in for.
// swift-format-ignore-file

#if SwiftJSON
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  // With the trait `SwiftJSON` this file and `SwiftJSONParser` take the place of jansson: the same
  // functions for the same tree, for systems on which jansson can't be installed.

  enum json_type { case object, array, string, integer, real, yes, no, null }

  let JSON_OBJECT = json_type.object
  let JSON_ARRAY = json_type.array
  let JSON_STRING = json_type.string
  let JSON_INTEGER = json_type.integer
  let JSON_REAL = json_type.real
  let JSON_TRUE = json_type.yes
  let JSON_FALSE = json_type.no

  /// A text in memory of its own.
  struct JSONText {
    let start: UnsafeMutablePointer<CChar>
    let count: Int

    init(_ bytes: some Collection<UInt8>) {
      count = bytes.count
      start = .allocate(capacity: count + 1)
      var place = start
      for byte in bytes {
        place.initialize(to: CChar(bitPattern: byte))
        place += 1
      }
      place.initialize(to: 0)
    }

    var bytes: UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(
        start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
    }
  }

  /// A member of an object.
  struct JSONEntry {
    let key: JSONText
    let value: JSONPointer
  }

  /// A value of the tree.
  struct json_t {
    let type: json_type
    var references = 1
    var integer: Int64 = 0
    var real = 0.0
    var text: JSONText?
    var elements = UnsafeMutableBufferPointer<JSONPointer>(start: nil, count: 0)
    var entries = UnsafeMutableBufferPointer<JSONEntry>(start: nil, count: 0)

    init(_ type: json_type) { self.type = type }

    /// Moves the value into memory of its own, with one reference.
    func allocated() -> JSONPointer {
      let pointer = JSONPointer.allocate(capacity: 1)
      pointer.initialize(to: self)
      return pointer
    }
  }

  func json_object() -> JSONPointer? { json_t(.object).allocated() }

  func json_decref(_ pointer: JSONPointer) {
    pointer.pointee.references -= 1
    guard pointer.pointee.references == 0 else { return }
    pointer.pointee.text?.start.deallocate()
    for element in pointer.pointee.elements { json_decref(element) }
    for entry in pointer.pointee.entries {
      entry.key.start.deallocate()
      json_decref(entry.value)
    }
    pointer.pointee.elements.deallocate()
    pointer.pointee.entries.deallocate()
    pointer.deinitialize(count: 1)
    pointer.deallocate()
  }

  func json_integer_value(_ pointer: JSONPointer) -> Int64 { pointer.pointee.integer }
  func json_real_value(_ pointer: JSONPointer) -> Double { pointer.pointee.real }

  func json_string_value(_ pointer: JSONPointer) -> UnsafePointer<CChar>? {
    pointer.pointee.text.map { UnsafePointer($0.start) }
  }

  func json_string_length(_ pointer: JSONPointer) -> Int { pointer.pointee.text?.count ?? 0 }
  func json_array_size(_ pointer: JSONPointer) -> Int { pointer.pointee.elements.count }

  func json_array_get(_ pointer: JSONPointer, _ index: Int) -> JSONPointer? {
    index < pointer.pointee.elements.count ? pointer.pointee.elements[index] : nil
  }

  func json_object_size(_ pointer: JSONPointer) -> Int { pointer.pointee.entries.count }

  func json_object_getn(
    _ pointer: JSONPointer, _ key: UnsafePointer<CChar>?, _ count: Int
  ) -> JSONPointer? {
    guard let key else { return nil }
    return pointer.pointee.entries.first {
      $0.key.count == count && memcmp($0.key.start, key, count) == 0
    }?.value
  }

  typealias JSONIterator = UnsafeMutablePointer<JSONEntry>

  func json_object_iter(_ pointer: JSONPointer) -> JSONIterator? {
    pointer.pointee.entries.isEmpty ? nil : pointer.pointee.entries.baseAddress
  }

  func json_object_iter_next(_ pointer: JSONPointer, _ place: JSONIterator) -> JSONIterator? {
    let entries = pointer.pointee.entries
    guard let start = entries.baseAddress, place + 1 < start + entries.count else { return nil }
    return place + 1
  }

  func json_object_iter_key(_ place: JSONIterator) -> UnsafePointer<CChar>? {
    UnsafePointer(place.pointee.key.start)
  }

  func json_object_iter_key_len(_ place: JSONIterator) -> Int { place.pointee.key.count }
  func json_object_iter_value(_ place: JSONIterator) -> JSONPointer? { place.pointee.value }
#endif
