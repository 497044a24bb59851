import SudokuSync

/// Checks of the requirements on every place that keeps named values, for the authors of places.
///
/// ```swift
/// let findings = try await PlaceConformance { number in MyPlace(folder: "check-\(number)") }.run()
/// #expect(findings.isEmpty)
/// ```
///
/// Each check gets an empty place of its own. The checks of `StoreConformance` follow, on the store
/// that `PlaceStore` makes of the place.
public struct PlaceConformance: Sendable {
  private let open: @Sendable (_ number: Int) async throws -> any ValuePlace

  /// The longest time that a place may take for the calls of one request, in milliseconds.
  public var timeLimitMilliseconds = 10_000

  /// Creates the suite for a kind of place.
  ///
  /// - Parameter open: Opens the place with a number, which is empty the first time.
  public init(open: @escaping @Sendable (_ number: Int) async throws -> any ValuePlace) {
    self.open = open
  }

  /// Runs all checks.
  ///
  /// - Returns: The faults found; empty for a place that conforms.
  /// - Throws: The error of opening a place.
  public func run() async throws -> [StoreConformance.Finding] {
    var findings: [StoreConformance.Finding] = []
    for (index, check) in Self.checks.enumerated() {
      // Numbers that the suite of stores does not use.
      let place = try await open(1_000_000 + index)
      do {
        findings += try await check.body(place).map { .init(check: check.name, message: $0) }
      } catch {
        findings.append(.init(check: check.name, message: "no error; it threw \(error)"))
      }
    }
    let open = open
    var stores = StoreConformance(openStore: { PlaceStore(try await open($0)) })
    stores.timeLimitMilliseconds = timeLimitMilliseconds
    return try await findings + stores.run()
  }

  /// A check returns the expectations that failed.
  private typealias Check = @Sendable (any ValuePlace) async throws -> [String]

  private static let checks: [(name: String, body: Check)] = [
    ("placeValues", checkValues), ("placeNames", checkNames), ("placeRaces", checkRaces),
    ("placeSizes", checkSizes),
  ]

  private static let checkValues: Check = { place in
    var faults: [String] = []
    func expect(_ condition: Bool, _ message: String) { if !condition { faults.append(message) } }
    let (first, second) = (Array("one \u{e9}\n".utf8), Array("two".utf8))
    expect(try await place.values(of: ["a.1-1"]).isEmpty, "a missing value is omitted")
    let version = try await place.create("a.1-1", first)
    expect(version != nil, "a new name is created")
    expect(
      try await place.create("a.1-1", second) == nil, "a name that exists is not created again")
    let listed = try await list(place, since: nil).versions["a.1-1"]
    expect(
      version?.isEmpty ?? true || version == listed,
      "the version of a new value is the one that lists show")
    expect(
      try await place.values(of: ["a.1-1", "b.1-1"]) == ["a.1-1": first],
      "a value comes back byte for byte, as it was created first")
    try await place.remove(["a.1-1", "b.1-1"])
    expect(try await place.values(of: ["a.1-1"]).isEmpty, "a removed value is gone")
    try await place.remove(["a.1-1"])
    return faults
  }

  /// All names in the pages of a list with their versions, the names removed, and the cursor after it.
  private static func list(
    _ place: any ValuePlace, since cursor: String?
  ) async throws -> (
    names: Set<String>, versions: [String: String], removed: Set<String>, isWhole: Bool,
    next: String?
  ) {
    var (versions, removed, isWhole, next) = ([String: String](), Set<String>(), false, cursor)
    for _ in 0..<1_000 {
      let page = try await place.names(since: next)
      if page.startsOver { (versions, removed, isWhole) = ([:], [], true) }
      versions.merge(page.created) { $1 }
      removed.formUnion(page.removed)
      next = page.next
      if !page.hasMore { break }
    }
    return (Set(versions.keys), versions, removed, isWhole, next)
  }

  private static let checkNames: Check = { place in
    var faults: [String] = []
    func expect(_ condition: Bool, _ message: String) { if !condition { faults.append(message) } }
    let empty = try await list(place, since: nil)
    expect(empty.names.isEmpty && empty.isWhole, "an empty place has no names")
    let names = (1...40).map { "a.\($0)-\($0)" }
    for name in names { _ = try await place.create(name, Array(name.utf8)) }
    let all = try await list(place, since: nil)
    expect(all.names == Set(names) && all.isWhole, "a list without a cursor has all names")
    expect(
      try await list(place, since: empty.next).names == Set(names),
      "a list since a cursor has what came later")
    let values = try await place.values(of: Array(names.prefix(32)))
    expect(values.count == 32, "32 values come at once")
    _ = try await place.create("b.1-1", [0x31])
    try await place.remove([names[0]])
    let later = try await list(place, since: all.next)
    expect(later.names.contains("b.1-1"), "a list since a cursor has the new name")
    expect(
      later.isWhole ? !later.names.contains(names[0]) : later.removed.contains(names[0]),
      "a list shows that a value was removed")
    guard all.next != nil else { return faults }
    let strange = try await list(place, since: "no cursor of this place")
    expect(
      strange.isWhole && strange.names.count == 40,
      "a cursor that is not known lists all names, from the beginning")
    return faults
  }

  private static let checkRaces: Check = { place in
    var winners = 0
    for number in 1...8 {
      winners += try await withThrowingTaskGroup(of: Bool.self) { group in
        for writer in 1...4 {
          group.addTask {
            try await place.create("a.\(number)-\(number)", [UInt8(48 + writer)]) != nil
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
    }
    return winners == 8 ? [] : ["of several who create one name, one succeeds"]
  }

  private static let checkSizes: Check = { place in
    let value = (0..<900_000).map { UInt8(0x20 + $0 % 90) }
    _ = try await place.create("a.1-1", value)
    return try await place.values(of: ["a.1-1"]) == ["a.1-1": value]
      ? [] : ["a value of 900,000 bytes comes back"]
  }
}
