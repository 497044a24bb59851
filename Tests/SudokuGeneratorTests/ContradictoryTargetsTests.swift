import SudokuCore
import SudokuGenerator
import SudokuRating
import SudokuSolver
import SudokuTechniques
import Testing

/// Targets that no puzzle can meet are refused before any attempt, with the reason.
@Suite struct ContradictoryTargetsTests {
  private func reason(_ change: (inout GeneratorOptions) -> Void) -> String? {
    var options = GeneratorOptions()
    options.scale = SudokuExplainerScale()
    change(&options)
    do throws(ContradictoryTargets) {
      _ = try Generator(seed: 1, options: options)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func contradictionsAreRefusedWithTheReason() {
    #expect(
      reason {
        $0.scale = LevelScale()
        $0.level = .easy
        $0.scoreTenths = 900...1_190
      }
        == "no puzzle of the level 'easy' (below 20.0) is rated 90.0...119.0; valid levels for this "
        + "rating: extreme (from 80.0)")
    #expect(
      reason { $0.level = .easy }
        == "the scale 'se' has no levels: 'easy' is one of the scale 'level'")
    #expect(reason { $0.clues = 10...16 } == "a puzzle with one solution has 17 clues or more")
    #expect(
      reason {
        $0.clues = 26...26
        $0.symmetry = .full
      } == "26 clues can't have the symmetry 'full'; nearest: 25, 28")
    #expect(
      reason { $0.scoreTenths = 1...5 } == "no puzzle is rated below 1.0 on the scale 'se'")
    #expect(
      reason {
        $0.scoreTenths = 0...19
        $0.targets = [TechniqueTarget(needed: [.xWing])]
      } == "X-Wing is rated 3.2 on the scale 'se', above the requested maximum 1.9")
    #expect(
      reason { $0.targets = [TechniqueTarget(needed: [.xWing], allowed: [.nakedPair])] }
        == "X-Wing is needed but not allowed")
    #expect(
      reason {
        $0.scoreTenths = 65...(.max - 1)
        $0.targets = [TechniqueTarget(allowed: [.fullHouse, .nakedPair, .hiddenQuad])]
      }
        == "Hidden Quad, the hardest allowed technique, is rated at most 5.4 on the scale 'se'; the "
        + "requested minimum is 6.5")
    #expect(
      reason {
        $0.scoreTenths = 65...(.max - 1)
        $0.targets = [TechniqueTarget(allowed: [.fullHouse, .forcingChain])]
      } == nil)
    #expect(
      reason {
        $0.scale = LevelScale()
        $0.level = LevelScale().level(named: "hard")
        $0.targets = [TechniqueTarget(allowed: [.fullHouse, .nakedSingle])]
      }
        == "Naked Single, the hardest allowed technique, is rated at most 34.0 on the scale 'level'; "
        + "the requested minimum is 40.0")
    #expect(
      reason { $0.targets = [TechniqueTarget(allowed: [.skyscraper])] }
        == "none of the allowed techniques is one of the scale 'se'")
    #expect(
      reason {
        $0.isAutomorphic = true
        $0.symmetry = .vertical
      }?.hasPrefix("no grid is automorphic under the symmetry 'vertical'") == true)
    #expect(
      reason {
        $0.isAutomorphic = true
        $0.targets = [PatternTarget(CellSet.all)]
      } == "an automorphic puzzle can't have a given pattern")
    #expect(
      reason {
        $0.scale = HoDoKuScale()
        $0.level = .easy
      }?.contains("valid levels: easy, medium") == true)
  }

  @Test func contradictoryFiguresAndSolutionsAreRefused() throws {
    #expect(
      reason {
        $0.targets = [FigureTarget(.ep, 30...30), FigureTarget(.ed, 40...40)]
      } == "ED is never above EP, which is at most 3.0; the requested minimum of ED is 4.0")
    #expect(
      reason {
        $0.scoreTenths = 30...44
        $0.targets = [FigureTarget(.ep, 45...60)]
      } == "EP is never above ER, which is at most 4.4; the requested minimum of EP is 4.5")
    #expect(
      reason {
        $0.scale = HoDoKuScale()
        $0.targets = [JewelTarget.pearl]
      } == "the scale 'hodoku' does not have pearls and diamonds; valid scale: se")
    #expect(reason { $0.targets = [BreadthTarget(65)] } == "a breadth is from 1 to 64 cells")
    #expect(
      reason { $0.solution = Board() } == "the solution is not a valid full grid")
    let wing = try Board(line: TargetTests.wing)
    let solution = try #require(Solver().solve(wing).solution)
    var cells = wing.filledCells
    #expect(
      reason {
        $0.solution = solution
        $0.targets = [PatternTarget(cells)]
      } == nil)
    cells.remove(try #require(cells.first))
    #expect(
      reason {
        $0.solution = solution
        $0.targets = [PatternTarget(cells)]
      } == "the clues of the pattern allow further solutions")
    cells = .all
    #expect(
      reason {
        $0.solution = solution
        $0.isMinimal = true
        $0.targets = [PatternTarget(cells)]
      }?.hasPrefix(
        "the clues of the pattern in this solution are not minimal; redundant: r1c1 r1c2") == true)
  }

  /// No puzzle has a rating between those of two techniques.
  @Test func ratingsThatNoTechniqueGivesAreRefused() {
    #expect(
      reason { $0.scoreTenths = 13...14 }
        == "no allowed technique is rated 1.3...1.4 on the scale 'se'; nearest: 1.2, 1.5")
    #expect(
      reason { $0.targets = [FigureTarget(.ep, 64...64)] }
        == "no allowed technique is rated 6.4 on the scale 'se'; nearest: 6.3, 6.5")
    #expect(
      reason {
        $0.scoreTenths = 16...22
        $0.targets = [TechniqueTarget(allowed: [.nakedSingle])]
      }
        == "no allowed technique is rated 1.6...2.2 on the scale 'se'; nearest: 1.5, 2.3")
    #expect(
      reason {
        $0.scale = LevelScale()
        $0.scoreTenths = 345...350
        $0.targets = [TechniqueTarget(allowed: [.nakedSingle, .xWing])]
      }?.hasSuffix("nearest: 34.0, 43.0") == true)
    // Ranges that include a rating of some technique are not refused.
    for range in [12...14, 14...15, 60...63, 65...65, 93...93, 119...119] {
      #expect(reason { $0.scoreTenths = range } == nil, "\(range)")
    }
    #expect(
      reason {
        $0.scale = HoDoKuScale()
        $0.scoreTenths = 8_000...8_010
      } == nil)
  }

  @Test func contradictoryBreadthsAndJewelsAreRefused() {
    #expect(
      reason {
        $0.scoreTenths = 30...44
        $0.targets = [BreadthTarget(3)]
      } == "singles solve every puzzle with a breadth, and are rated at most 2.3 on the scale "
        + "'se'; the requested minimum is 3.0")
    #expect(
      reason {
        $0.targets = [BreadthTarget(3), TechniqueTarget(needed: [.xWing, .directPointing])]
      }
        == "singles solve every puzzle with a breadth; none needs X-Wing")
    #expect(
      reason { $0.targets = [BreadthTarget(3), TechniqueTarget(needed: [.directPointing])] } == nil)
    #expect(
      reason {
        $0.scoreTenths = 40...44
        $0.targets = [JewelTarget.pearl, FigureTarget(.ep, 20...30)]
      } == "EP must equal ER: no value is both 4.0...4.4 and 2.0...3.0")
    #expect(
      reason {
        $0.targets = [JewelTarget.diamond, FigureTarget(.ep, 40...50), FigureTarget(.ed, 30...34)]
      }
        == "ED must equal ER: no value is both 4.0...5.0 and 3.0...3.4")
    #expect(
      reason {
        $0.targets = [JewelTarget.pearl, FigureTarget(.ep, 40...50), FigureTarget(.ed, 30...34)]
      }
        == nil)
  }

  @Test func compatibleTargetsAreAccepted() {
    for level in LevelScale.levels {
      #expect(
        reason {
          $0.scale = LevelScale()
          $0.level = level
        } == nil)
    }
    #expect(
      reason {
        $0.scale = LevelScale()
        $0.level = .hard
        $0.scoreTenths = 440...700
      } == nil)
    for symmetry in Symmetry.allCases {
      #expect(
        reason {
          $0.symmetry = symmetry
          $0.clues = 24...28
        } == nil)
    }
  }

  @Test func levelsThatTechniquesExceedAreRefused() {
    #expect(
      reason {
        $0.scale = HoDoKuScale()
        $0.level = HoDoKuScale.levels[0]
        $0.targets = [TechniqueTarget(needed: [.xWing])]
      } == "X-Wing is of the level 'hard' on the scale 'hodoku', harder than 'easy'")
  }
}
