import SudokuCore
import SudokuSession
import SudokuSync

/// The traces of a faulty or hostile device in the store; none may harm another document.
extension Simulation {
  /// Writes something that nobody should ever write.
  mutating func writeHostile(_ random: inout SeededRandom) throws {
    let game = SimulatedGame.game(random.next(below: SimulatedGame.count))
    let foreign = DeviceID(rawValue: random.next() | 1 << 63)
    let stamp = Stamp(milliseconds: time)
    func operation(_ action: DocumentAction) -> DocumentOperation {
      DocumentOperation(key: OperationKey(device: foreign, seq: 1), stamp: stamp, action: action)
    }
    var delta: DocumentDelta
    let what: String
    switch random.next(below: 6) {
    case 0:
      what = "a line that can't be decoded"
      let id = random.next(below: 2) == 0 ? DocumentID.profile : game.documentID
      let line = Array("{\"device\":\"\(foreign)\",\"seq\":1}\n".utf8)
      delta = DocumentDelta(
        id: id, summary: DocumentSummary(id: id),
        chunks: OperationChunk(device: foreign, after: .empty, lines: line).map { [$0] } ?? [])
      if id.isGame { delta.summary = DocumentSummary(GameSummary(id: id, clues: game.clues)) }
    case 1:
      what = "an undo of 2^53 operations"
      let undo = operation(.undo(OperationKeySet([OperationKey(device: foreign, seq: 7)])))
      var text = String(decoding: try OperationChunk.lines(of: [undo]), as: UTF8.self)
      text = text.split(separator: "[7,7]", omittingEmptySubsequences: false)
        .joined(separator: "[7,9007199254740991]")
      delta = DocumentDelta(
        id: game.documentID,
        summary: DocumentSummary(GameSummary(id: game.documentID, clues: game.clues)),
        chunks: OperationChunk(device: foreign, after: .empty, lines: Array(text.utf8))
          .map { [$0] } ?? [])
    case 2:
      what = "other clues under a game's name"
      let other = SimulatedGame.solution
      delta = DocumentDelta(
        id: game.documentID,
        summary: DocumentSummary(GameSummary(id: game.documentID, clues: other)), chunks: [])
    case 3:
      what = "a completion without a claim"
      var summary = GameSummary(id: game.documentID, clues: game.clues)
      summary.completed = stamp
      summary.lastSaved = stamp
      delta = DocumentDelta(
        id: game.documentID, summary: DocumentSummary(summary),
        chunks: [try OperationChunk([operation(.check)])])
    case 4:
      what = "a game of an impossible name"
      guard let id = DocumentID("game-foo") else { return }
      var summary = GameSummary(id: id, clues: game.clues)
      summary.lastSaved = Stamp(milliseconds: time + 1_000_000)
      delta = DocumentDelta(id: id, summary: DocumentSummary(summary), chunks: [])
    default:
      what = "settings of one device"
      let set = operation(.set(key: "device.volume", value: 99))
      delta = DocumentDelta(
        id: .deviceSettings, summary: DocumentSummary(id: .deviceSettings, lastStamp: stamp),
        chunks: [try OperationChunk([set])])
    }
    _ = store.ask(.append(OperationBatch(writer: foreign, documents: [delta])))
    note(0, "a foreign device writes \(what) in \(delta.id)", 50)
  }
}
