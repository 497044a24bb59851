import ArgumentParser
import SudokuRating
import SudokuTechniques

/// A scale on the command line, by its name.
struct ScaleArgument: ExpressibleByArgument {
  /// The names of all scales, for help.
  static var names: String {
    let names = ScaleRegistry.standard.names
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  let scale: any Scale

  /// The scale that is used if none is named.
  static let `default` = ScaleArgument(scale: SudokuExplainerScale())

  private init(scale: any Scale) { self.scale = scale }

  init?(argument: String) {
    guard let scale = try? ScaleRegistry.standard.scale(named: argument.lowercased()) else {
      return nil
    }
    self.scale = scale
  }

  static var allValueStrings: [String] { ScaleRegistry.standard.names }
  var defaultValueDescription: String { scale.name }
}

/// Techniques on the command line: ids, names or aliases with commas between them.
struct TechniqueList: ExpressibleByArgument {
  let techniques: Set<Technique>

  init?(argument: String) {
    var techniques: Set<Technique> = []
    for name in argument.split(separator: ",") {
      let trimmed = name.drop { $0 == " " }
      guard let technique = Technique(named: trimmed) else { return nil }
      techniques.insert(technique)
    }
    guard !techniques.isEmpty else { return nil }
    self.techniques = techniques
  }
}
