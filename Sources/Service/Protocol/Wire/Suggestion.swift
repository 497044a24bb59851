/// Suggests the nearest known name for an unknown one.
package enum Suggestion {
  /// Common other names of parameters.
  private static let otherNames: [String: String] = [
    "board": "puzzle", "grid": "puzzle", "sudoku": "puzzle", "clues": "givens",
    "difficulty": "level", "grade": "level", "hardness": "level", "rating": "minRating",
    "value": "digit", "number": "digit", "position": "cell", "square": "cell", "id": "game",
    "gameid": "game", "amount": "count", "n": "count", "max": "limit", "maximum": "limit",
    "timeout": "budget", "time": "budget", "format": "to", "revision": "ifRev", "rev": "ifRev",
    "requestid": "opId", "notes": "pencilmarks", "candidates": "pencilmarks",
  ]

  /// Common other words for what a method does.
  private static let otherWords: [String: String] = [
    "move": "place", "put": "place", "play": "place", "erase": "clear", "delete": "clear",
    "pencil": "note", "mark": "note", "start": "new", "begin": "new", "create": "new",
    "board": "state", "status": "state", "validate": "check", "rate": "grade", "explain": "why",
  ]

  /// The method with the word that a name contains, else the nearest name.
  static func method(for name: String, among names: [String]) -> String? {
    func isSeparator(_ character: Character) -> Bool { "._-/ ".contains(character) }
    guard name.utf8.count <= 64 else { return nil }
    let words = name.lowercased().split(whereSeparator: isSeparator).map(String.init)
    for word in words.reversed() {
      let wanted = otherWords[word] ?? word
      let found = names.filter { name in
        let parts = name.lowercased().split(whereSeparator: isSeparator)
        return parts.count == 2 && parts[1] == wanted
      }
      let inGroup = found.first { words.contains(String($0.prefix { !isSeparator($0) })) }
      if let best = inGroup ?? (found.count == 1 ? found[0] : nil) { return best }
    }
    return nearest(to: name, among: names)
  }

  static func parameter(for name: String, among names: [String]) -> String? {
    if let other = otherNames[name.lowercased()], names.contains(other) { return other }
    return nearest(to: name, among: names)
  }

  /// The name at the smallest edit distance, if that is small.
  package static func nearest(to name: String, among names: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let wanted = Array(name.lowercased().utf8)
    let best = names.map { (name: $0, distance: distance(wanted, Array($0.lowercased().utf8))) }
      .min { $0.distance < $1.distance }
    guard let best, best.distance <= (wanted.count < 4 ? 1 : max(2, wanted.count / 3)) else {
      return nil
    }
    return best.name
  }

  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var row = Array(0...other.count)
    for (index, byte) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in other.indices {
        let change = diagonal + (other[column] == byte ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
