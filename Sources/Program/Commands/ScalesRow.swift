import SudokuCore
import SudokuProtocol
import SudokuRating

/// The columns of several scales, one after the other, as a type: a row's columns are those of its type.
protocol ScaleColumns: Sendable {
  static var columns: [String] { get }
}

/// No columns yet.
enum NoScales: ScaleColumns {
  static let columns: [String] = []
}

/// The columns of some scales and of one more.
///
/// The column `level` is the scale `level`'s; HoDoKu's words have a name of their own.
enum MoreScales<First: ScaleColumns, Rated: Scale>: ScaleColumns {
  static var columns: [String] {
    let isHoDoKu = Rated.self == HoDoKuScale.self
    return First.columns
      + Rated.columns.map { isHoDoKu && $0 == "level" ? "hodokuLevel" : $0 }
  }
}

/// A row of `grade` on several scales.
struct ScalesRow<Columns: ScaleColumns>: OutputRow {
  static var columns: [String] { ["puzzle"] + Columns.columns + ["unrated"] }
  static var lineFieldCount: Int { columns.count - 1 }
  static var reasonColumn: String? { "unrated" }
  let record: GradesRecord
  private let scales: [any Scale]

  /// Grades a board on scales; the number of its solutions is found only once.
  init(_ board: Board, on scales: [any Scale], _ options: GradeOptions) {
    self.scales = scales
    var options = options
    var grades: [Grade] = []
    for scale in scales {
      let grade = scale.grade(board, options: options)
      grades.append(grade)
      switch grade.unrated {
      case .noSolution, .severalSolutions, .alreadySolved: break
      default: options.assumesUniqueSolution = true
      }
    }
    record = GradesRecord(board, grades)
  }

  /// True if the board can be rated; a limit reached is a result, not a mistake.
  var isAccepted: Bool {
    record.unrated != .noSolution && record.unrated != .severalSolutions
  }

  private func facts(none: String) -> [String] {
    [record.puzzle.line]
      + zip(scales, record.grades).flatMap { scale, grade in
        grade.cells(type(of: scale).columns, none: none)
      }
  }

  var fields: [String] { facts(none: "-") + (record.unrated.map { [$0.rawValue] } ?? []) }
  var columnFields: [String] { facts(none: "") + [record.unrated?.rawValue ?? ""] }
}

extension Grade {
  /// The values of columns of the grade's scale; `none` replaces unknown ones.
  func cells(_ columns: [String], none: String) -> [String] {
    columns.map { name in
      if name == "level" { return level?.name ?? none }
      return tenths(name).map { level?.score($0) ?? decimal(tenths: $0) } ?? none
    }
  }

  /// The score or a figure by its column; figures exist beside a score only.
  func tenths(_ column: String) -> Int? { figure(column) ?? scoreTenths }
}
