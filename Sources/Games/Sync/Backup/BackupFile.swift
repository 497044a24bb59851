import JSONCoding
import SudokuSession

/// A replica's whole content, as one file that detects damage.
///
/// It is JSON lines: a head, then for each document its summary and streams followed by the
/// operations' lines, then an end with the number of lines and a hash over all of them. Every
/// stream has its hash too, so that damage is located.
///
/// ```swift
/// let bytes = try BackupFile(replica, at: now).encoded()
/// try BackupFile(decoding: bytes) == file       // or throws and says which lines are damaged
/// ```
package struct BackupFile: Hashable, Sendable {
  /// The time of the backup, in milliseconds since 1970.
  package let createdMilliseconds: Int64
  package let device: DeviceID
  /// The documents with all their operations.
  package let documents: [DocumentDelta]
  /// Damaged streams, which this backup contains only up to the damage.
  package let damaged: [QuarantineEntry]

  private struct Head: Codable {
    var format = "sudoku-backup"
    var version = 1
    var createdMilliseconds: Int64
    var device: DeviceID
  }

  private struct Stream: Codable {
    var device: DeviceID
    var count: Int
    var hash: String
  }

  private struct Entry: Codable {
    var summary: DocumentSummary
    var streams: [Stream]
  }

  private struct End: Codable {
    var lines: Int
    var hash: String
  }

  /// Takes a replica's whole content.
  package init(_ replica: any Replica, at createdMilliseconds: Int64) throws(SyncError) {
    var documents: [DocumentDelta] = []
    var damaged: [QuarantineEntry] = []
    var last: DocumentID?
    // Concurrent writes do not change the order of the IDs.
    while case let page = try replica.documents(limit: 1_000, after: last, changedSince: nil),
      !page.isEmpty
    {
      last = page.last
      for id in page {
        guard let summary = try replica.wholeSummary(of: id) else { continue }
        var chunks = try replica.chunks(of: id, after: [:])
        damaged += Self.cutDamaged(&chunks, of: id)
        documents.append(DocumentDelta(id: id, summary: summary, chunks: chunks))
      }
    }
    self.createdMilliseconds = createdMilliseconds
    device = replica.device
    self.documents = documents
    self.damaged = damaged
  }

  /// Cuts damaged streams off before the damage, as damaged operations could not be restored.
  private static func cutDamaged(
    _ chunks: inout [OperationChunk], of id: DocumentID
  ) -> [QuarantineEntry] {
    var entries: [QuarantineEntry] = []
    chunks.removeAll { chunk in
      if entries.contains(where: { $0.device == chunk.device }) { return true }
      guard !chunk.isIntact else { return false }
      entries.append(
        QuarantineEntry(
          document: id, device: chunk.device,
          reason: chunk.damage))
      return true
    }
    return entries
  }

  package var operationCount: Int {
    documents.reduce(0) { $0 + $1.chunks.reduce(0) { $0 + $1.count } }
  }

  /// True if no stream of another backup is longer than in this one.
  package func covers(_ other: BackupFile) -> Bool {
    func lengths(_ document: DocumentDelta) -> [DeviceID: Int] {
      Dictionary(document.chunks.map { ($0.device, $0.count) }, uniquingKeysWith: +)
    }
    let own = Dictionary(documents.map { ($0.id, lengths($0)) }) { first, _ in first }
    return other.documents.allSatisfy { document in
      lengths(document).allSatisfy { device, count in own[document.id]?[device] ?? 0 >= count }
    }
  }

  package func encoded() throws(SyncError) -> [UInt8] {
    do {
      let encoder = CanonicalJSONEncoder()
      var bytes = try encoder.encode(Head(createdMilliseconds: createdMilliseconds, device: device))
      bytes.append(UInt8(ascii: "\n"))
      var lines = 1
      for document in documents {
        let devices = Set(document.chunks.map(\.device)).sorted()
        let streams = devices.map { device in
          let chunks = document.chunks.filter { $0.device == device }
          return Stream(
            device: device, count: chunks.reduce(0) { $0 + $1.count },
            hash: (chunks.last?.hash ?? .empty).hexadecimal)
        }
        bytes += try encoder.encode(Entry(summary: document.summary, streams: streams))
        bytes.append(UInt8(ascii: "\n"))
        lines += 1
        for device in devices {
          for chunk in document.chunks where chunk.device == device {
            bytes += chunk.lines
            lines += chunk.count
          }
        }
      }
      bytes += try encoder.encode(
        End(lines: lines, hash: StreamHash.empty.appending(bytes).hexadecimal))
      bytes.append(UInt8(ascii: "\n"))
      return bytes
    } catch {
      throw SyncError(.damaged, "the backup can't be written: \(error)")
    }
  }

  package init(decoding bytes: [UInt8]) throws(SyncError) {
    var reader = Lines(bytes: bytes)
    let head = try reader.next(Head.self)
    guard head.format == "sudoku-backup" else {
      throw SyncError(.damaged, "line 1: this is not a backup")
    }
    guard head.version <= 1 else {
      throw SyncError(.recordFromNewerVersion, "the backup has version \(head.version)")
    }
    var documents: [DocumentDelta] = []
    while true {
      let start = reader.offset
      if let end = try? reader.next(End.self) {
        let hash = StreamHash.empty.appending(Array(bytes[..<start])).hexadecimal
        guard end.lines == reader.line - 1, end.hash == hash, reader.isAtEnd else {
          throw SyncError(.damaged, "line \(reader.line): the file is not the one that was written")
        }
        break
      }
      reader.offset = start
      let entry = try reader.next(Entry.self)
      var chunks: [OperationChunk] = []
      for stream in entry.streams {
        let first = reader.line + 1
        let lines = try reader.take(stream.count)
        guard let chunk = OperationChunk(device: stream.device, after: .empty, lines: lines),
          chunk.count == stream.count, chunk.hash.hexadecimal == stream.hash
        else {
          throw SyncError(
            .damaged, "lines \(first) to \(reader.line): operations of \(entry.summary.id)")
        }
        chunks.append(chunk)
      }
      documents.append(
        DocumentDelta(id: entry.summary.id, summary: entry.summary, chunks: chunks))
    }
    createdMilliseconds = head.createdMilliseconds
    device = head.device
    self.documents = documents
    damaged = []
  }

  private struct Lines {
    let bytes: [UInt8]
    var offset = 0
    var line = 0

    var isAtEnd: Bool { offset == bytes.count }

    mutating func next<T: Decodable>(_ type: T.Type) throws(SyncError) -> T {
      guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else {
        throw SyncError(.damaged, "line \(line + 1): the file ends too early")
      }
      do {
        let value = try StrictJSONDecoder().decode(type, from: Array(bytes[offset..<end]))
        offset = end + 1
        line += 1
        return value
      } catch {
        throw SyncError(.damaged, "line \(line + 1): \(error)")
      }
    }

    mutating func take(_ count: Int) throws(SyncError) -> [UInt8] {
      let start = offset
      for _ in 0..<max(count, 0) {
        guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) else {
          throw SyncError(.damaged, "line \(line + 1): the file ends too early")
        }
        offset = end + 1
        line += 1
      }
      return Array(bytes[start..<offset])
    }
  }
}
