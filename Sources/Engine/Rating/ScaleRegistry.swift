/// The known scales.
///
/// ```swift
/// let scale = try ScaleRegistry.standard.scale(named: "se")
/// ```
public struct ScaleRegistry: Sendable {
  /// The scales of this package.
  public static let standard = ScaleRegistry([
    LevelScale(), SudokuExplainerScale(), HoDoKuScale(),
  ])

  /// The scales, the default first.
  public let scales: [any Scale]

  /// Creates a registry of scales with different names, the default first.
  public init(_ scales: [any Scale]) { self.scales = scales }

  /// The names of the scales, the default first.
  public var names: [String] { scales.map(\.name) }

  /// The names of all scales' levels, each once.
  package var levelNames: [String] {
    scales.flatMap(\.levels).reduce(into: []) { names, level in
      if !names.contains(level.name) { names.append(level.name) }
    }
  }

  /// The column of a scale's level beside those of other scales: `level` is the default scale's.
  package func levelColumn(of scale: any Scale) -> String {
    names.dropFirst().contains(scale.name) ? scale.name + "Level" : "level"
  }

  /// The figures of all scales, each name once.
  package var figures: [ScaleFigure] {
    scales.flatMap { type(of: $0).figures }.reduce(into: []) { figures, figure in
      if !figures.contains(where: { $0.name == figure.name }) { figures.append(figure) }
    }
  }

  /// The scale with a name; throws `UnknownScale` with the valid names.
  public func scale(named name: some StringProtocol) throws(UnknownScale) -> any Scale {
    guard let scale = scales.first(where: { $0.name == name }) else {
      throw UnknownScale(name: String(name), validNames: names)
    }
    return scale
  }
}

/// The name of an unknown scale.
public struct UnknownScale: Error, Hashable, Sendable, CustomStringConvertible {
  /// The unknown name.
  public let name: String
  /// The names of all scales.
  public let validNames: [String]

  /// The message: the unknown name, and the valid ones.
  public var description: String {
    "unknown scale '\(name)'; valid scales: \(validNames.joined(separator: ", "))"
  }
}
