import Foundation
import SudokuSync

/// A hash of the first bytes of files, one after the other, which goes on where it stopped.
///
/// It depends on the bytes and on the ends of the files, not on the pieces in which it was computed. It finds
/// accidents, not attackers (`StreamHash`).
struct PrefixHash: Sendable {
  /// An open file and its length.
  struct Part: Sendable {
    let descriptor: Int32
    let length: Int
  }

  private let parts: [Part]
  /// The file of the next whole chunk, the place of the chunk there, and the length of the files before.
  private var (part, place, before) = (0, 0, 0)
  private var hash = StreamHash.empty
  private static let chunk = 1 << 16

  init(_ parts: [Part]) { self.parts = parts }

  /// The hash of the first bytes, not fewer than the last time; `nil` if the files can't be read so far.
  mutating func upTo(_ count: Int) -> String? {
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    while part < parts.count {
      let end = min(parts[part].length, count - before)
      while end - place >= Self.chunk {
        guard add(&hash, Self.chunk, &buffer) else { return nil }
        place += Self.chunk
      }
      var whole = hash
      guard end >= place, add(&whole, end - place, &buffer) else { return nil }
      guard before + parts[part].length < count else { return whole.hexadecimal }
      hash = whole
      before += parts[part].length
      (part, place) = (part + 1, 0)
    }
    return before == count ? hash.hexadecimal : nil
  }

  /// Adds bytes of the current file.
  private func add(_ hash: inout StreamHash, _ count: Int, _ buffer: inout [UInt8]) -> Bool {
    var filled = 0
    while filled < count {
      let offset = off_t(place + filled)
      let got = buffer.withUnsafeMutableBytes { bytes in
        pread(parts[part].descriptor, bytes.baseAddress.map { $0 + filled }, count - filled, offset)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return false }
      filled += got
    }
    hash = buffer.withUnsafeBytes { hash.appending(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    return true
  }
}
