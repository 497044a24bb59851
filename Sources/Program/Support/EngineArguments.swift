import ArgumentParser
import Foundation
import SudokuProtocol
import SudokuRating
import SudokuSync
import SudokuTechniques

struct ScaleArgument: CustomStringConvertible {
  /// The names of all scales, for help texts.
  static var names: String {
    let names = ScaleRegistry.standard.names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  let scale: any Scale
  /// The name and version, or the name and a hash of the file, by which results differ.
  let identity: String

  static let level = ScaleArgument(LevelScale())
  static let se = ScaleArgument(SudokuExplainerScale())

  private init(_ scale: any Scale, _ identity: String? = nil) {
    (self.scale, self.identity) = (scale, identity ?? "\(scale.name) \(scale.version)")
  }

  init(parsing text: String) throws {
    if let known = try? ScaleRegistry.standard.scale(named: text.lowercased()) {
      self.init(known)
      return
    }
    guard text.contains(".") || text.contains("/") else {
      throw ValidationError("unknown scale '\(text)'")
    }
    guard let data = FileManager.default.contents(atPath: text) else {
      throw ValidationError("\(text): the scale can't be read")
    }
    let read: any Scale
    do throws(ScaleFile.Fault) { read = try ScaleFile.read([UInt8](data)) } catch {
      throw ValidationError("\(text): \(error.message)")
    }
    let hash = StreamHash.empty.appending([UInt8](data))
    self.init(read, "\(read.name) \(hash.hexadecimal)")
  }

  var description: String { scale.name }
}

/// Reads a scale: its name, or a file.
func parseScale(_ text: String) throws -> ScaleArgument { try ScaleArgument(parsing: text) }

/// Scales, each once: `level`, `level,se`.
struct ScaleList {
  let scales: [any Scale]
  /// Names with versions or hashes, by which results differ.
  let identity: String
}

/// Reads scales: names, or files.
func parseScales(_ text: String) throws -> ScaleList {
  let arguments = try text.split(separator: ",", omittingEmptySubsequences: false)
    .map { try ScaleArgument(parsing: String($0)) }
  let scales = arguments.map(\.scale)
  guard Set(scales.map(\.name)).count == scales.count else {
    throw ValidationError("'\(text)' names a scale twice")
  }
  return ScaleList(
    scales: scales, identity: arguments.map(\.identity).joined(separator: ", "))
}

/// Reads techniques: ids, names, aliases or families, separated by commas.
func parseTechniques(_ text: String) throws -> Set<Technique> {
  var techniques: Set<Technique> = []
  for name in techniqueNames(in: text) { techniques.formUnion(try techniqueSet(named: name)) }
  return techniques
}

/// Reads single techniques: a name of several is refused.
func parseEachTechnique(_ text: String) throws -> Set<Technique> {
  var techniques: Set<Technique> = []
  for name in techniqueNames(in: text) {
    let named = try techniqueSet(named: name)
    guard named.count == 1 else {
      let ids = Technique.all.filter(named.contains).map(\.id).joined(separator: ", ")
      throw ValidationError("'\(name)' stands for several techniques: \(ids)")
    }
    techniques.formUnion(named)
  }
  return techniques
}

private func techniqueNames(in text: String) -> [Substring] {
  text.split(separator: ",", omittingEmptySubsequences: false).map { name in
    let end = name.lastIndex { $0 != " " }.map(name.index(after:)) ?? name.startIndex
    return name[..<end].drop { $0 == " " }
  }
}

private func techniqueSet(named name: Substring) throws -> Set<Technique> {
  guard let named = Set<Technique>(named: name) else {
    throw ValidationError(
      "unknown technique '\(name)'\(advice(for: name)); "
        + "'sudoku techniques' lists their ids and names")
  }
  return named
}

/// A suggestion: techniques with the word in their ids, or a similar name.
private func advice(for name: Substring) -> String {
  let ids = idsContaining(name.lowercased())
  guard ids.isEmpty else { return " (there are \(ids.joined(separator: ", ")))" }
  let near = Suggestion.nearest(to: String(name), among: TechniqueCatalogue.names)
  return near.map { " (did you mean '\($0)'?)" } ?? ""
}

private func idsContaining(_ word: String) -> [String] {
  guard word.count >= 3 else { return [] }
  return Technique.all.map(\.id).filter { $0.split(separator: "-").contains { $0 == word } }
}
