#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Decompresses the buffers of Arrow batches by the system's libraries, which are loaded when they are needed.
enum ArrowCodec: UInt8, Sendable {
  /// LZ4 frames.
  case lz4 = 0
  case zstandard = 1

  /// The beginning of some data, exactly as long as asked for; `nil` for damaged or shorter data.
  ///
  /// It is never asked for more than the rows of a batch need, whatever length the data claims.
  func decompress(_ data: ArraySlice<UInt8>, count: Int) throws(ArrowReader.Failure) -> [UInt8]? {
    switch self {
    case .lz4:
      guard let library = LZ4Library.shared else { throw missing("liblz4.so.1", "liblz4-1", "LZ4") }
      return library.decompress(data, count: count)
    case .zstandard:
      guard let library = ZstandardLibrary.shared else {
        throw missing("libzstd.so.1", "libzstd1", "Zstandard")
      }
      return library.decompress(data, count: count)
    }
  }

  private func missing(_ file: String, _ package: String, _ name: String) -> ArrowReader.Failure {
    ArrowReader.Failure(
      "the Arrow batches are compressed with \(name), and its library \(file) is missing: install the "
        + "package \(package), or write them without compression")
  }
}

/// A loaded library.
private struct SharedLibrary: @unchecked Sendable {
  // A handle that is never closed.
  private let handle: UnsafeMutableRawPointer

  init?(_ names: String...) {
    guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
      return nil
    }
    self.handle = handle
  }

  func function<Function>(_ name: String, _: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
  }
}

/// Runs steps that turn input into output until the output is full; `nil` if they fail or end before.
///
/// A step gets the bytes that were not read and the room that was not filled; it returns the numbers of bytes
/// read and written, `nil` for a fault.
private func decompress(
  _ data: ArraySlice<UInt8>, count: Int,
  _ step: (UnsafeRawBufferPointer, UnsafeMutableRawBufferPointer) -> (read: Int, written: Int)?
) -> [UInt8]? {
  var isWhole = false
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
    let room = UnsafeMutableRawBufferPointer(buffer)
    data.withUnsafeBytes { data in
      var (place, filled) = (0, 0)
      while filled < count {
        let result = step(
          UnsafeRawBufferPointer(rebasing: data[place...]),
          UnsafeMutableRawBufferPointer(rebasing: room[filled..<count]))
        guard let result, result.read > 0 || result.written > 0 else { break }
        place += result.read
        filled += result.written
      }
      isWhole = filled == count
      used = filled
    }
  }
  return isWhole ? bytes : nil
}

/// The functions of `lz4frame.h`.
private struct LZ4Library: Sendable {
  static let shared = LZ4Library()

  private typealias Context = OpaquePointer
  private typealias Create = @convention(c) (UnsafeMutablePointer<Context?>, UInt32) -> Int
  private typealias Free = @convention(c) (Context?) -> Int
  private typealias IsError = @convention(c) (Int) -> UInt32
  private typealias Decompress =
    @convention(c) (
      Context?, UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>, UnsafeRawPointer?,
      UnsafeMutablePointer<Int>, UnsafeRawPointer?
    ) -> Int

  private let create: Create
  private let free: Free
  private let isError: IsError
  private let decompress: Decompress
  private static let version: UInt32 = 100

  private init?() {
    guard let library = SharedLibrary("liblz4.so.1", "liblz4.1.dylib"),
      let create = library.function("LZ4F_createDecompressionContext", Create.self),
      let free = library.function("LZ4F_freeDecompressionContext", Free.self),
      let isError = library.function("LZ4F_isError", IsError.self),
      let decompress = library.function("LZ4F_decompress", Decompress.self)
    else { return nil }
    (self.create, self.free, self.isError, self.decompress) = (create, free, isError, decompress)
  }

  func decompress(_ data: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var context: Context?
    guard isError(create(&context, Self.version)) == 0 else { return nil }
    defer { _ = free(context) }
    return SudokuFormats.decompress(data, count: count) { input, output in
      var (read, written) = (input.count, output.count)
      let code = decompress(context, output.baseAddress, &written, input.baseAddress, &read, nil)
      return isError(code) == 0 ? (read, written) : nil
    }
  }
}

/// The functions of `zstd.h`.
private struct ZstandardLibrary: Sendable {
  static let shared = ZstandardLibrary()

  private typealias Context = OpaquePointer
  private typealias Create = @convention(c) () -> Context?
  private typealias Free = @convention(c) (Context?) -> Int
  private typealias IsError = @convention(c) (Int) -> UInt32
  /// Pointers to a buffer's address, size and position.
  private typealias Decompress =
    @convention(c) (
      Context?, UnsafeMutableRawPointer, UnsafeMutableRawPointer
    ) -> Int

  private let create: Create
  private let free: Free
  private let isError: IsError
  private let decompress: Decompress

  /// `ZSTD_inBuffer` and `ZSTD_outBuffer`.
  private struct Buffer {
    let address: UInt
    let size: Int
    var position = 0
  }

  private init?() {
    guard let library = SharedLibrary("libzstd.so.1", "libzstd.1.dylib"),
      let create = library.function("ZSTD_createDStream", Create.self),
      let free = library.function("ZSTD_freeDStream", Free.self),
      let isError = library.function("ZSTD_isError", IsError.self),
      let decompress = library.function("ZSTD_decompressStream", Decompress.self)
    else { return nil }
    (self.create, self.free, self.isError, self.decompress) = (create, free, isError, decompress)
  }

  func decompress(_ data: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard let context = create() else { return nil }
    defer { _ = free(context) }
    return SudokuFormats.decompress(data, count: count) { input, output in
      var from = Buffer(address: UInt(bitPattern: input.baseAddress), size: input.count)
      var to = Buffer(address: UInt(bitPattern: output.baseAddress), size: output.count)
      let code = decompress(context, &to, &from)
      return isError(code) == 0 ? (from.position, to.position) : nil
    }
  }
}
