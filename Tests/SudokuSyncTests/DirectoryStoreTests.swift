import SudokuCore
import SudokuSession
import SudokuSimulator
import SudokuStoreConformance
import SudokuSync
import TestSupport
import Testing

@Suite("Directory store")
struct DirectoryStoreTests {
  private func batch(_ numbers: ClosedRange<Int>) throws -> OperationBatch {
    let game = Fixtures.game(1)
    return OperationBatch(
      writer: Fixtures.device(1),
      documents: [
        DocumentDelta(
          id: game, summary: Fixtures.summary(game, at: Int64(numbers.upperBound)),
          chunks: [try Fixtures.chunk(Fixtures.device(1), numbers)])
      ])
  }

  private var path: String { "/shared/\(Fixtures.device(1))/\(Fixtures.game(1)).jsonl" }

  private func sync(_ replica: MemoryReplica, _ disk: SimulatedDisk) async throws -> SyncReport {
    try await Fixtures.sync(replica, with: DirectoryStore("/shared", disk: disk))
  }

  /// Two devices that begin a store in the same moment have one store, of one player.
  @Test func aStoreCreatedTwiceAtOnceIsOneStore() async throws {
    for _ in 0..<20 {
      let scratch = ScratchDirectory()
      defer { scratch.remove() }
      let path = scratch.fresh()
      let stores = (0..<2).map { _ in DirectoryStore(path, isDurable: false) }
      let statuses: [StoreStatus?] = await withTaskGroup(of: StoreStatus?.self) { group in
        for (number, store) in stores.enumerated() {
          group.addTask {
            let (game, device) = (Fixtures.game(number), Fixtures.device(number + 1))
            let delta = DocumentDelta(
              id: game, summary: Fixtures.summary(game, at: 1),
              chunks: [(try? Fixtures.chunk(device, 1...2))].compactMap { $0 })
            let batch = OperationBatch(writer: device, documents: [delta])
            return (try? await store.perform(StoreRequest(query: .append(batch))))?.status
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.compactMap(\.?.player).count == 2)
      #expect(Set(statuses.map(\.?.identity)).count == 1)
      #expect(Set(statuses.map(\.?.player)).count == 1)
    }
  }

  /// A file cut at any byte is read as far as its lines are whole, and can be written on.
  @Test func everyTornEnd() async throws {
    let disk = SimulatedDisk()
    _ = try await DirectoryStore("/shared", disk: disk).append(try batch(1...4))
    let whole = try #require(try disk.read(path, from: 0))
    for length in stride(from: 0, through: whole.count, by: 3) {
      let torn = SimulatedDisk()
      try torn.replace(path, with: Array(whole[..<length]))
      let store = DirectoryStore("/shared", disk: torn)
      let seen =
        try await store.document(Fixtures.game(1), after: [:])?.heads?[Fixtures.device(1)]?.seq ?? 0
      #expect(seen <= 4)
      let receipt = try await store.append(try batch(1...6))
      #expect(receipt.outcomes.first?.heads[Fixtures.device(1)]?.seq == 6)
      let again = DirectoryStore("/shared", disk: torn)
      let chunks = try await again.document(Fixtures.game(1), after: [:])?.chunks ?? []
      #expect(
        chunks.flatMap(\.lines) == (try Fixtures.chunk(Fixtures.device(1), 1...6)).lines,
        "torn at \(length)")
      // What was written again is not missing.
      let status = try await again.perform(StoreRequest(query: .contents)).status
      #expect(status.skipped?.isEmpty ?? true, "torn at \(length)")
    }
  }

  /// Faults in a file are reported; its readable lines count.
  @Test func aDamagedFileIsReported() async throws {
    for damage in ["line", "digit"] {
      let disk = SimulatedDisk()
      var written = try batch(1...6)
      let chunk = try #require(written.documents.first?.chunks.first)
      written.documents[0].heads = [chunk.device: StreamHead(seq: 6, hash: chunk.hash)]
      _ = try await DirectoryStore("/shared", disk: disk).append(written)
      var bytes = try #require(try disk.read(path, from: 0))
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      if damage == "line" {
        bytes[lines[3].startIndex] = 0
      } else {
        let digit = try #require(lines[3].lastIndex { 0x31...0x39 ~= $0 })
        bytes[digit] = bytes[digit] == 0x39 ? 0x38 : bytes[digit] + 1
      }
      try disk.replace(path, with: bytes)
      let status = try await DirectoryStore("/shared", disk: disk)
        .perform(StoreRequest(query: .contents)).status
      let skipped = try #require(status.skipped?.first, "\(damage)")
      #expect("/shared/" + skipped.name == path)
      #expect(
        skipped.reason.contains(
          damage == "line" ? "the line at byte \(lines[3].startIndex) can't be read" : "operations"),
        "\(skipped)")
    }
  }

  /// Operations that are not those which were written are sent again by who has them; nobody takes
  /// the author for two devices, and nobody gets to see what is damaged.
  @Test(arguments: ["digit", "device", "seq"], [2, 5, 6])
  func whatIsDamagedIsSentAgain(_ damage: String, in number: Int) async throws {
    let disk = SimulatedDisk()
    let id = Fixtures.game(1)
    let author = MemoryReplica(device: Fixtures.device(1))
    for numbers in [1...2, 3...4, 5...6] {
      try Fixtures.play(numbers, in: id, on: author)
      #expect(try await sync(author, disk).error == nil)
    }
    let name = Array(damage == "digit" ? "\"stamp\":".utf8 : "\"\(damage)\":".utf8)
    let seq = Array("\"seq\":\(number),".utf8)
    disk.tamper(path) { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n")) where line.contains(seq) {
        guard let place = line.firstRange(of: name)?.upperBound,
          let digit = line[place...].firstIndex(where: { 0x31...0x38 ~= $0 })
        else { continue }
        bytes[digit] += 1
      }
    }
    let reader = MemoryReplica(device: Fixtures.device(2))
    let first = try await sync(reader, disk)
    #expect(
      first.events.contains { if case .skipped = $0 { true } else { false } }, "\(first.events)")
    #expect(try reader.heads(of: id)[author.device]?.seq ?? 0 < number)
    let written = try author.heads(of: id)
    let again = try await sync(author, disk)
    #expect(again.events.contains(.resent(id)), "\(again.events)")
    #expect(author.device == Fixtures.device(1))
    let last = try await sync(reader, disk)
    #expect(try author.heads(of: id) == written)
    #expect(try reader.heads(of: id) == written)
    #expect(try reader.quarantined().isEmpty)
    #expect(!last.events.contains { if case .skipped = $0 { true } else { false } })
    let status = try await DirectoryStore("/shared", disk: disk)
      .perform(StoreRequest(query: .contents)).status
    #expect(status.skipped?.isEmpty ?? true, "\(String(describing: status.skipped))")
  }

  /// A device that does not say what it holds, as the contract allows, writes a file that verifies
  /// itself, too.
  @Test func appendsWithoutHeadsAreVerified() async throws {
    let disk = SimulatedDisk()
    let id = Fixtures.game(1)
    let chunk = try Fixtures.chunk(Fixtures.device(1), 1...3)
    let delta = DocumentDelta(id: id, summary: Fixtures.summary(id, at: 3), chunks: [chunk])
    try await DirectoryStore("/shared", disk: disk)
      .append(OperationBatch(writer: Fixtures.device(1), documents: [delta]))
    let stamp = Array("\"stamp\":\"".utf8)
    disk.tamper(path) { bytes in
      guard let place = bytes.firstRange(of: stamp)?.upperBound else { return }
      bytes[place] = bytes[place] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
    }
    let store = DirectoryStore("/shared", disk: disk)
    let status = try await store.perform(StoreRequest(query: .contents)).status
    #expect(status.skipped?.first?.reason.contains("not those that were written") == true)
    #expect(try await store.document(id, after: [:])?.heads?.isEmpty ?? true)
  }

  /// A file that somebody has copied over another one brings no operation into a game that was not
  /// made there.
  @Test func theFileOfAnotherDocumentIsNotRead() async throws {
    let disk = SimulatedDisk()
    let author = MemoryReplica(device: Fixtures.device(1))
    for (number, count) in [(1, 3), (2, 8)] {
      try Fixtures.play(1...count, in: Fixtures.game(number), on: author, variant: number)
    }
    #expect(try await sync(author, disk).error == nil)
    let other = "/shared/\(author.device)/\(Fixtures.game(2)).jsonl"
    let bytes = try #require(try disk.read(other, from: 0))
    disk.tamper(path) { $0 = bytes }
    let id = Fixtures.game(1)
    let written = try author.heads(of: id)
    let reader = MemoryReplica(device: Fixtures.device(2))
    let first = try await sync(reader, disk)
    #expect(try reader.heads(of: id).isEmpty)
    #expect(
      first.events.contains { event in
        guard case .skipped(let file) = event else { return false }
        return file.reason.contains(Fixtures.game(2).rawValue)
      }, "\(first.events)")
    _ = try await sync(author, disk)
    #expect(try author.heads(of: id) == written)
    _ = try await sync(reader, disk)
    #expect(try reader.heads(of: id) == written)
    #expect(try reader.heads(of: Fixtures.game(2)) == author.heads(of: Fixtures.game(2)))
    let status = try await DirectoryStore("/shared", disk: disk)
      .perform(StoreRequest(query: .contents)).status
    #expect(status.skipped?.isEmpty ?? true, "\(String(describing: status.skipped))")
  }

  /// Processes that have the store open notice changes of its files.
  @Test(arguments: ["older", "flipped", "line ends", "replaced", "touched"])
  func filesChangeWhileTheyAreOpen(_ harm: String) async throws {
    let disk = SimulatedDisk()
    let mine = DirectoryStore("/shared", disk: disk)
    let theirs = DirectoryStore("/shared", disk: disk)
    let id = Fixtures.game(1)
    let author = MemoryReplica(device: Fixtures.device(1))
    let reader = MemoryReplica(device: Fixtures.device(2))
    let engines = try [(author, mine), (reader, theirs)].map { replica, store in
      try SyncEngine(
        replica: replica, store: store, storeName: "test", random: SeededRandom(seed: 1),
        clock: { 0 })
    }
    func play(_ numbers: ClosedRange<Int>) async throws {
      try Fixtures.play(numbers, in: id, on: author)
      for engine in engines { #expect(await engine.sync(.everything).error == nil) }
    }
    try await play(1...2)
    let old = try #require(try disk.read(path, from: 0))
    try await play(3...6)
    disk.tamper(path) { bytes in
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      switch harm {
      case "older": bytes = old
      case "flipped": bytes[lines[1].startIndex + 20] ^= 1
      case "line ends": bytes = lines.flatMap { $0 + [13, 10] }
      case "replaced": bytes = lines.reversed().flatMap { $0 + [10] }
      default: break
      }
    }
    try await play(7...20)
    for engine in engines { #expect(await engine.sync(.everything).error == nil) }
    #expect(try reader.heads(of: id) == author.heads(of: id))
    #expect(try author.heads(of: id)[author.device]?.seq == 20)
    let fresh = MemoryReplica(device: Fixtures.device(3))
    _ = try await sync(fresh, disk)
    #expect(try fresh.heads(of: id) == author.heads(of: id))
  }

  @Test func powerLossKeepsWhatWasAcknowledged() async throws {
    for seed in UInt64(0)..<50 {
      var random = SeededRandom(seed: seed)
      let disk = SimulatedDisk()
      let store = DirectoryStore("/shared", disk: disk)
      _ = try await store.append(try batch(1...3))
      // A write that is under way when the power goes.
      try disk.append(Array("{\"device\":\"half".utf8), to: path, isDurable: false)
      disk.crash(using: &random)
      let again = DirectoryStore("/shared", disk: disk)
      _ = try await again.append(try batch(4...5))
      let heads = try await again.document(Fixtures.game(1), after: [:])?.heads
      #expect(heads?[Fixtures.device(1)]?.seq == 5, "seed \(seed)")
    }
  }

  @Test func diskFullIsReportedAndPasses() async throws {
    let disk = SimulatedDisk()
    let store = DirectoryStore("/shared", disk: disk)
    _ = try await store.append(try batch(1...2))
    disk.setRoom(20)
    await #expect(throws: SyncError.self) { _ = try await store.append(try batch(3...4)) }
    #expect(
      try await store.document(Fixtures.game(1), after: [:])?.heads?[Fixtures.device(1)]?.seq == 2)
    disk.setRoom(nil)
    let receipt = try await store.append(try batch(3...4))
    #expect(receipt.outcomes.first?.heads[Fixtures.device(1)]?.seq == 4)
  }

  /// Files of a folder arrive in any order.
  @Test func filesThatArriveOutOfOrder() async throws {
    let game = Fixtures.game(1)
    let disk = SimulatedDisk()
    let first = try Fixtures.chunk(Fixtures.device(1), 1...2)
    let second = try Fixtures.chunk(Fixtures.device(1), 3...4)
    let store = DirectoryStore("/shared", disk: disk)
    try disk.append(
      second.lines, to: "/shared/\(Fixtures.device(2))/\(game).jsonl", isDurable: true)
    #expect(try await store.document(game, after: [:]) == nil)
    try disk.append(first.lines, to: path, isDurable: true)
    let heads = try await store.document(game, after: [:])?.heads
    #expect(heads?[Fixtures.device(1)]?.seq == 4)
  }

  /// The digest of an answer about one game covers what others have written to other games, or there is none.
  @Test func anAnswerAboutOneGameDoesNotHideTheOthers() async throws {
    let disk = SimulatedDisk()
    let (mine, theirs) = (
      DirectoryStore("/shared", disk: disk), DirectoryStore("/shared", disk: disk)
    )
    _ = try await mine.append(try batch(1...2))
    let all = StoreRequest(query: .changes(since: nil, limit: 100))
    let before = try await mine.perform(all).status.digest
    let (game, device) = (Fixtures.game(2), Fixtures.device(2))
    _ = try await theirs.append(
      OperationBatch(
        writer: device,
        documents: [
          DocumentDelta(
            id: game, summary: Fixtures.summary(game, at: 9),
            chunks: [try Fixtures.chunk(device, 1...3)])
        ]))
    for query in [StoreQuery.document(Fixtures.game(1), after: [:]), .append(try batch(3...4))] {
      let status = try await mine.perform(StoreRequest(query: query)).status
      #expect(status.digest != before)
      let whole = try await DirectoryStore("/shared", disk: disk).perform(all).status.digest
      #expect(status.digest == nil || status.digest == whole)
    }
  }

  /// A first append that the disk refuses makes nobody the store's player.
  @Test func aFullDiskMakesNoOwner() async throws {
    let disk = SimulatedDisk()
    let (mine, theirs) = (
      DirectoryStore("/shared", disk: disk), DirectoryStore("/shared", disk: disk)
    )
    let names = [PlayerID("p-one"), PlayerID("p-two")].compactMap { $0 }
    try #require(names.count == 2)
    _ = try await mine.perform(StoreRequest(query: .changes(since: nil, limit: 100)))
    disk.setRoom(0)
    let query = StoreQuery.append(try batch(1...2))
    await #expect(throws: SyncError.self) {
      try await mine.perform(StoreRequest(player: names[0], query: query))
    }
    disk.setRoom(nil)
    let status = try await theirs.perform(StoreRequest(player: names[1], query: query)).status
    #expect(status.player == names[1])
    do throws(SyncError) {
      let response = try await mine.perform(StoreRequest(player: names[0], query: query))
      Issue.record("a second player was admitted: \(response.status)")
    } catch {
      #expect(error.kind == .anotherPlayer)
    }
  }
}
