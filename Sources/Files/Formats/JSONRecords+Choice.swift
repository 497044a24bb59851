// The choice of the puzzle among the boards of an object: a board is taken only if its reading is unique.

import SudokuCore

extension JSONRecords {
  /// The names under which a game keeps its clues or its state; other names of puzzles mean the clues.
  private static let doubtful: Set<String> = [
    "board", "boards", "grid", "cells", "value", "values", "sudoku", "input",
  ]
  private static let states = ["current", "state", "user", "player", "progress"]

  /// The members named as puzzles: `puzzle` first, then the names that mean the clues.
  func preferred(_ members: [Member]) -> [Member] {
    guard members.count > 1 else { return members }
    return (0..<3).flatMap { rank in members.filter { self.rank($0) == rank } }
  }

  private func rank(_ member: Member) -> Int {
    if member.key.elementsEqual("puzzle".utf8) { return 0 }
    return Self.doubtful.contains(Notation.lowercased(member.key)) ? 2 : 1
  }

  /// Reads the puzzle and the solution that the caller has chosen by their paths.
  func readChosen(
    _ members: [Member], around: [PuzzleField], depth: Int, at start: Int, _ emit: RecordSink
  ) throws(JSONFault) -> Int {
    guard let path = columns.first, let puzzle = try member(path, in: members) else {
      var count = 0
      for member in members where member.kind == .object || member.kind == .array {
        var inner = JSONScanner(bytes, at: member.value.lowerBound)
        count += try readValue(&inner, around: around, depth: depth + 1, emit)
      }
      guard depth == 0, count == 0 else { return count }
      emit(
        .failure(
          error("the object has no member '\(columns[0])'", at: start), fields: members.map(field)))
      return 1
    }
    guard
      var record = board(of: puzzle).map({ PuzzleRecord(puzzle: $0) })
        ?? JSONCells.record(bytes, at: puzzle.value.lowerBound)
    else {
      emit(.failure(fault(of: puzzle), fields: around))
      return 1
    }
    if columns.count > 1, let solution = try member(columns[1], in: members) {
      if let full = board(of: solution), record.takeSolution(full) {
      } else {
        record.fields.append(PuzzleField("solution", field(solution).value))
      }
    }
    let simple = members.filter { member in
      member.kind != .object && member.kind != .array
        && !columns.contains(JSONText.unescaped(member.key))
    }
    return emitCells(record, fields: around + simple.map(field), at: start, emit)
  }

  /// The member at a path of names with dots between them.
  private func member(_ path: String, in members: [Member]) throws(JSONFault) -> Member? {
    if let member = members.first(where: { JSONText.unescaped($0.key) == path }) { return member }
    guard let dot = path.firstIndex(of: "."),
      let outer = members.first(where: { JSONText.unescaped($0.key) == path[..<dot] }),
      outer.kind == .object
    else { return nil }
    var scanner = JSONScanner(bytes, at: outer.value.lowerBound)
    let inner = try self.members(&scanner, depth: 0)
    return try member(String(path[path.index(after: dot)...]), in: inner)
  }

  /// The other members of the same rank with a different board; `nil` if there are none.
  ///
  /// Beside its solution a puzzle is unique, and the number of clues is not a board.
  func rivals(of member: Member, in puzzles: [Member]) -> [Member]? {
    guard puzzles.count > 1, let board = board(of: member) else { return nil }
    let rivals = puzzles.filter { other in
      guard other.value != member.value, rank(other) == rank(member),
        let found = self.board(of: other), found != board
      else { return false }
      return !(found.isFull && board.isSubset(of: found))
    }
    return rivals.isEmpty ? nil : rivals
  }

  func ambiguity(_ members: [Member], at start: Int) -> BoardTextError {
    let names = members.map { "'\(JSONText.unescaped($0.key))'" }.joined(separator: ", ")
    return error(
      "several boards may be the puzzle: \(names); choose one: --board NAME, or its path as in a.b",
      at: start)
  }

  /// Emits the record of cells with marks of clues; digits without any clue are an error.
  func emitCells(
    _ found: PuzzleRecord, fields: [PuzzleField], at start: Int, _ emit: RecordSink
  ) -> Int {
    var record = found
    let place = position(of: start)
    record.line = place.line
    record.fields = fields + record.fields
    if record.puzzle.clueCount == 0, record.parts.contains(.placed) {
      let error = error("the cells have digits, but none is marked as a clue", at: start)
      emit(.failure(error, fields: record.fields))
    } else {
      emit(.checked(record) { _ in place.column })
    }
    return 1
  }

  /// Reads an object with one board of cells, or one open board beside its solution; `nil` for other objects.
  func readCells(
    _ members: [Member], around: [PuzzleField], at start: Int, _ emit: RecordSink
  ) -> Int? {
    typealias Reading = (member: Member, record: PuzzleRecord, isOfCells: Bool)
    var (open, full): ([Reading], [Reading]) = ([], [])
    for member in members where member.role != .candidates {
      if let board = board(of: member) {
        let reading = (member, PuzzleRecord(puzzle: board), false)
        if member.role == .solution || board.isFull {
          full.append(reading)
        } else {
          open.append(reading)
        }
      } else if member.kind == .array || member.kind == .object,
        bytes[member.value].contains(UInt8(ascii: "{")),
        let record = JSONCells.record(bytes, at: member.value.lowerBound)
      {
        if member.role == .solution || record.puzzle.isFull {
          full.append((member, record, true))
        } else {
          open.append((member, record, true))
        }
      }
    }
    let solution = full.first { $0.member.role == .solution && $0.record.puzzle.isFull }
    if open.isEmpty, full.isEmpty, members.count > 16,
      members.allSatisfy({ JSONCells.isPlace($0.key) }),
      let record = JSONCells.record(bytes, at: start)
    {
      return emitCells(record, fields: around, at: start, emit)
    }
    guard
      open.contains(where: \.isOfCells) || !open.isEmpty && solution != nil
        || areRelated(open.map(\.record))
    else { return nil }
    var best = open.filter { $0.member.role == .puzzle }
    let clues = best.filter { rank($0.member) < 2 }
    if !clues.isEmpty { best = clues }
    if best.isEmpty { best = open.filter { !isState($0.member) } }
    if best.isEmpty { best = open }
    guard let chosen = best.first else { return nil }
    if best.count > 1 {
      guard areRelated(best.map(\.record)) else { return nil }
      emit(.failure(ambiguity(best.map(\.member), at: start), fields: around))
      return 1
    }
    if let rule = members.first(where: isRule) {
      let message = Variant.message(JSONText.unescaped(rule.key))
      let others = members.filter { $0.value != chosen.member.value }
      emit(
        .failure(error(message, at: rule.value.lowerBound), fields: around + others.map(field)))
      return 1
    }
    let clue = chosen.record.puzzle
    let rest = members.filter { $0.value != chosen.member.value }
    var record = self.record(clue, from: chosen.member, in: rest, around: around, at: start)
    if record.placed == nil { record.placed = chosen.record.placed }
    if record.candidates == nil { record.candidates = chosen.record.candidates }
    if record.solution == nil { record.solution = chosen.record.solution }
    let states = open.filter { $0.member.value != chosen.member.value && isState($0.member) }
    if record.placed == nil, states.count == 1, clue.isSubset(of: states[0].record.filled) {
      record.takePlaced(from: states[0].record.filled)
      record.fields.removeAll { $0.name == JSONText.unescaped(states[0].member.key) }
    }
    let fields = record.fields
    record.fields = []
    return emitCells(record, fields: fields, at: start, emit)
  }

  private func isState(_ member: Member) -> Bool {
    let name = Notation.lowercased(member.key)
    return member.role == .placed || Self.states.contains(where: name.contains)
  }

  /// True if a board holds the clues of another one: both may be the same puzzle.
  private func areRelated(_ records: [PuzzleRecord]) -> Bool {
    records.indices.contains { first in
      records.indices.contains { second in
        first != second && records[first].puzzle.clueCount > 0
          && records[first].puzzle.isSubset(of: records[second].filled)
      }
    }
  }

  /// The side of a square of cells: an array of n arrays of n elements each, n at least 4; `nil` for other values.
  func side(of member: Member) -> Int? {
    guard member.kind == .array else { return nil }
    var (scanner, lengths) = (JSONScanner(bytes, at: member.value.lowerBound), [Int]())
    let result = Result { () throws(JSONFault) in
      try scanner.elements { (scanner) throws(JSONFault) in
        guard try scanner.kind() == .array else { throw scanner.fault("") }
        var count = 0
        try scanner.elements { (scanner) throws(JSONFault) in
          count += 1
          try scanner.skipValue()
        }
        lengths.append(count)
      }
    }
    guard case .success = result, lengths.count > 3, lengths.allSatisfy({ $0 == lengths.count })
    else { return nil }
    return lengths.count
  }
}
