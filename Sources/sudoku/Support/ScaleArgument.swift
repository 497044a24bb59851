import ArgumentParser
import SudokuRating

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
