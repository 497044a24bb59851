/// The description of a technique in a few sentences, for learners.
package struct Lesson: Sendable {
  /// The technique.
  package let technique: Technique
  /// The pattern to look for, the reason why it works, and the conclusion.
  package let text: String

  /// The lesson of a technique; `nil` if there is nothing to teach.
  package init?(_ technique: Technique) {
    let fitting = Self.texts.filter { technique.id.hasPrefix($0.prefix) }
    guard let text = fitting.max(by: { $0.prefix.count < $1.prefix.count })?.text else {
      return nil
    }
    self.technique = technique
    self.text = text
  }

  /// The pattern to look for.
  package var firstSentence: String {
    let sentence = text.split(separator: ". ", maxSplits: 1).first ?? ""
    return sentence.hasSuffix(".") ? String(sentence) : "\(sentence)."
  }

  /// Puzzles in which a scale takes a step of the technique: the scale, and the clues.
  package var examples: [(scale: Substring, clues: Substring)] {
    Self.examples.compactMap { row in
      row.id == technique.id ? (row.scale, row.clues) : nil
    }
  }

  /// Techniques, the scale whose path takes each (or `walk`: it is there on the way), and clues.
  private static let examples = String(decoding: PackageResources.examples_txt, as: UTF8.self)
    .split(separator: "\n").map { line in
      let fields = line.split(separator: " ")
      return (id: fields[0], scale: fields[1], clues: fields[2])
    }

  /// The sections of `lessons.md`, by the beginning of the technique's ID; the longest that fits counts.
  private static let texts = String(decoding: PackageResources.lessons_md, as: UTF8.self)
    .split(separator: "\n## ").dropFirst().map { section in
      let lines = section.split(separator: "\n")
      return (prefix: lines[0], text: lines.dropFirst().joined(separator: " "))
    }
}
