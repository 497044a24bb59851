import Testing

@testable import sudoku

/// The keys of `sudoku play`.
@Suite struct PlayKeysTests {
  @Test(arguments: ["standard", "wasd"])
  func presetsHaveAKeyForEverything(_ preset: String) throws {
    let keys = try #require(PlayKeys(preset: preset))
    for action in PlayAction.allCases {
      #expect(!keys.names(of: action).isEmpty, "\(action)")
    }
    #expect(!keys.actions.keys.contains { "123456789".contains($0) })
  }

  @Test func aFileChangesAPreset() throws {
    let keys = try PlayKeys(file: "# mine\npreset wasd\n\nundo b space\nhint ?\n")
    #expect(keys.actions["a"] == .left && keys.actions["b"] == .undo && keys.actions[" "] == .undo)
    #expect(keys.actions["u"] == nil && keys.actions["?"] == .hint)
    #expect(keys.names(of: .undo) == "b space")
  }

  @Test(arguments: [
    ("fly x", 1), ("\nundo ab", 2), ("undo 5", 1), ("preset emacs", 1), ("quit", 0),
  ])
  func mistakesNameTheirLine(_ text: String, _ line: Int) {
    #expect {
      try PlayKeys(file: text)
    } throws: { error in
      (error as? PlayKeys.Mistake)?.line == line
    }
  }
}
