import SudokuSession

/// A fault in a save of another program, with its path.
struct OldSaveFault: Error, CustomStringConvertible {
  let path: [OldPathKey]
  let reason: String

  var decodingError: DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: reason))
  }

  var description: String { "\(path.text): \(reason)" }
}

/// A step of a path: a member's name or an index.
struct OldPathKey: CodingKey, Hashable {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  static func member(_ name: String) -> OldPathKey { OldPathKey(stringValue: name) }
  static func index(_ number: Int) -> OldPathKey { OldPathKey(intValue: number) }
}

extension [OldPathKey] {
  /// The path in the usual notation: `records[3].boardData`.
  var text: String {
    reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue.prefix(64)
      }
    }
  }
}

/// A record of another program: its members by normalised names, and the names that were understood.
struct OldRecord {
  struct Member: Hashable {
    let path: [OldPathKey]
    let value: OpaqueValue
    /// True if a number is a time in milliseconds since 1970, as in CloudKit's records.
    var isTimestamp = false
  }

  let path: [OldPathKey]
  private(set) var dates: OldDates?
  private var members: [String: Member] = [:]
  /// The names of the members that were understood.
  private var understood: Set<String> = []

  init(_ value: OpaqueValue, at path: [OldPathKey], dates: OldDates? = nil) throws(OldSaveFault) {
    self.path = path
    self.dates = dates
    switch value {
    case .object(let object): try take(object)
    case .array where path.isEmpty: members["records"] = Member(path: [], value: value)
    default: throw OldSaveFault(path: path, reason: "an object with a game or a player is expected")
    }
    if let form = try text(["dates"]) {
      guard let known = OldDates(rawValue: form.value) else {
        throw OldSaveFault(path: form.path, reason: "must be " + OldDates.names)
      }
      self.dates = known
    }
  }

  private mutating func take(_ object: [String: OpaqueValue]) throws(OldSaveFault) {
    let isCloudKit = !Self.marks.isDisjoint(with: object.keys)
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      if name == "fields", case .object(let fields) = value {
        for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
          try insert(Self.field(field, at: path + [.member("fields"), .member(name)]), name)
        }
      } else if !isCloudKit || !Self.envelope.contains(name) {
        try insert(Member(path: path + [.member(name)], value: value), name)
      }
    }
    guard isCloudKit else { return }
    if case .bool(true)? = object["deleted"] {
      throw OldSaveFault(path: path, reason: "the record is deleted")
    }
    takeEnvelope(object)
  }

  /// Names by which a record of CloudKit is recognised.
  private static let marks: Set<String> = ["fields", "recordName", "recordType", "CD_entityName"]

  /// Names of CloudKit's envelope of a record, and of Core Data's.
  private static let envelope: Set<String> = [
    "created", "modified", "deleted", "recordChangeTag", "recordName", "recordType", "pluginFields",
    "zoneID", "zoneName", "share", "parent", "shortGUID", "CD_entityName",
  ]

  /// Uses the record's name as the game's ID and its change as the last save, unless fields have them.
  private mutating func takeEnvelope(_ object: [String: OpaqueValue]) {
    if members["gameid"] == nil, let name = object["recordName"] {
      members["gameid"] = Member(path: path + [.member("recordName")], value: name)
    }
    if members["lastsaved"] == nil, case .object(let change)? = object["modified"],
      let time = change["timestamp"]
    {
      members["lastsaved"] = Member(
        path: path + [.member("modified"), .member("timestamp")], value: time, isTimestamp: true)
    }
  }

  private static func field(_ value: OpaqueValue, at path: [OldPathKey]) -> Member {
    guard case .object(let field) = value, let content = field["value"] else {
      return Member(path: path, value: value)
    }
    let type = field["type"]?.stringValue?.lowercased() ?? ""
    return Member(path: path, value: content, isTimestamp: type.hasPrefix("timestamp"))
  }

  private mutating func insert(_ member: Member, _ name: String) throws(OldSaveFault) {
    guard member.value != .null else { return }
    let plain = Self.plain(name)
    if let other = members[plain], other.value != member.value {
      throw OldSaveFault(path: member.path, reason: "contradicts '\(other.path.text)'")
    }
    members[plain] = member
  }

  private static func plain(_ name: String) -> String {
    let lower = name.lowercased()
    let rest = lower.hasPrefix("cd_") ? lower.dropFirst(3) : lower[...]
    return String(rest.filter { $0 != "_" && $0 != "-" })
  }

  // MARK: Members

  /// The first member with one of some names; other members with these names must agree with it.
  mutating func member(_ names: [String]) throws(OldSaveFault) -> Member? {
    var found: Member?
    for name in names {
      guard let member = members[name] else { continue }
      understood.insert(name)
      if let found, found.value != member.value {
        throw OldSaveFault(path: member.path, reason: "contradicts '\(found.path.text)'")
      }
      found = found ?? member
    }
    return found
  }

  mutating func text(_ names: [String]) throws(OldSaveFault) -> (
    path: [OldPathKey], value: String
  )? {
    guard let member = try member(names) else { return nil }
    guard let text = member.value.stringValue else {
      throw OldSaveFault(path: member.path, reason: "must be a string")
    }
    return (member.path, text)
  }

  /// The list of records that an object holds.
  mutating func list() throws(OldSaveFault) -> (path: [OldPathKey], value: [OpaqueValue])? {
    for name in ["records", "games"] {
      guard let member = members[name], case .array(let list) = member.value else { continue }
      understood.insert(name)
      return (member.path, list)
    }
    return nil
  }

  func has(_ names: Set<String>) -> Bool { !names.isDisjoint(with: members.keys) }

  func hasText(_ name: String) -> Bool { members[name]?.value.stringValue != nil }

  /// The paths of the members that were not understood, in order.
  var ignored: [String] {
    members.filter { !understood.contains($0.key) }.map(\.value.path.text).sorted()
  }

  func fault(_ reason: String) -> OldSaveFault {
    OldSaveFault(path: path, reason: "the save " + reason)
  }
}

/// The number format of times in a save.
enum OldDates: String, CaseIterable {
  /// The default of Swift's `JSONEncoder`.
  case secondsSince2001
  case secondsSince1970
  case millisecondsSince1970

  static let names =
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")

  func milliseconds(_ number: Double) -> Double {
    switch self {
    case .secondsSince2001: (number + 978_307_200) * 1_000
    case .secondsSince1970: number * 1_000
    case .millisecondsSince1970: number
    }
  }

  /// The only format in which a number is a time from 2008 to 2038.
  ///
  /// In 2008 phones began to run third-party programs. The two formats differ by 31 years, so no number fits both.
  static func plausible(_ number: Double) -> OldDates? {
    switch number {
    case 220_838_400..<1_199_145_600: .secondsSince2001
    case 1_199_145_600..<2_177_452_800: .secondsSince1970
    default: nil
    }
  }
}
