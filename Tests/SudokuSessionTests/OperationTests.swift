import Foundation
import SudokuCore
import SudokuSession
import Testing

typealias DocumentOperation = SudokuSession.DocumentOperation

/// The canonical bytes of a value: sorted keys, no spaces.
func canonical(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

@Suite("Operations")
struct OperationTests {
  static let deviceA = DeviceID(rawValue: 10)
  static let deviceB = DeviceID(rawValue: 0x1234_5678_9ABC_DEF0)

  /// The coded form of every kind: a change here breaks every stored game.
  static let golden = [
    #"{"cell":"r4c7","device":"000000000000a","digit":5,"elapsed":61200,"erased":["r1c7","r4c1"],"kind":"place","opId":"x","over":"14d2pf2dbsqqg.7","seq":1,"stamp":"1795176000000+2"}"#,
    #"{"cell":"r1c1","device":"000000000000a","digit":9,"kind":"place","seq":2,"stamp":"5"}"#,
    #"{"cell":"r1c1","device":"000000000000a","kind":"clear","seq":3,"stamp":"6"}"#,
    #"{"cell":"r9c9","device":"000000000000a","digit":1,"kind":"note","on":true,"seq":4,"stamp":"7"}"#,
    #"{"device":"000000000000a","kind":"notes","off":{"r1c1":"19"},"on":{"r2c2":"345"},"seq":5,"stamp":"8"}"#,
    #"{"device":"000000000000a","kind":"corners","off":{"r1c1":"9"},"on":{},"seq":5,"stamp":"8"}"#,
    #"{"device":"000000000000a","kind":"select","seq":6,"stamp":"9"}"#,
    #"{"cell":"r5c5","device":"000000000000a","kind":"select","seq":7,"stamp":"10"}"#,
    #"{"device":"000000000000a","groups":{"000000000000a":[1,3,5,5],"14d2pf2dbsqqg":[2,2]},"kind":"undo","seq":8,"stamp":"11"}"#,
    #"{"device":"000000000000a","kind":"redo","seq":9,"stamp":"12","undo":"000000000000a.8"}"#,
    #"{"bookmark":"000000000000a.2","device":"000000000000a","kind":"revert","redone":{},"seq":10,"stamp":"13","undone":{"000000000000a":[3,3]}}"#,
    #"{"device":"000000000000a","kind":"bookmark","name":"here","seq":11,"stamp":"14"}"#,
    #"{"depth":3,"device":"000000000000a","kind":"hint","seq":12,"stamp":"15"}"#,
    #"{"device":"000000000000a","kind":"check","seq":13,"stamp":"16"}"#,
    #"{"device":"000000000000a","elapsed":5,"kind":"pause","seq":14,"stamp":"17"}"#,
    #"{"device":"000000000000a","kind":"resume","offset":-5,"seq":15,"stamp":"18","start":1000}"#,
    #"{"device":"000000000000a","elapsed":1,"kind":"suspend","seq":16,"stamp":"19"}"#,
    #"{"device":"000000000000a","elapsed":2,"kind":"tick","seq":17,"stamp":"20"}"#,
    #"{"device":"000000000000a","kind":"abandon","on":true,"seq":18,"stamp":"21"}"#,
    #"{"device":"000000000000a","key":"theme","kind":"set","seq":19,"stamp":"22","value":{"a":[1,null,true,"x",1.5]}}"#,
    #"{"choice":"000000000000a.1","conflict":"c","device":"000000000000a","kind":"resolve","seq":20,"stamp":"23"}"#,
    #"{"amount":5,"device":"000000000000a","item":"coins","kind":"earn","seq":21,"stamp":"24"}"#,
    #"{"amount":2,"device":"000000000000a","item":"coins","kind":"spend","seq":22,"stamp":"25"}"#,
    #"{"device":"000000000000a","item":"dark","kind":"unlock","seq":23,"stamp":"26"}"#,
    #"{"achievement":"first","amount":1,"device":"000000000000a","kind":"progress","seq":24,"stamp":"27"}"#,
    #"{"device":"000000000000a","key":"hard","kind":"record","seq":25,"stamp":"28","table":"time","value":61200}"#,
    #"{"board":"534678912672195348198342567859761423426853791713924856961537284287419635345286179","device":"000000000000a","hints":1,"kind":"complete","mistakes":2,"seq":26,"stamp":"29","total":180000}"#,
    #"{"clues":"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79","device":"000000000000a","kind":"create","level":"easy","options":{"autoRemoveNotes":true,"hintsAllowed":true,"mistakeCheck":"solution","mistakeLimit":3,"timer":true},"ratingTenths":12,"seq":27,"stamp":"30"}"#,
  ]

  @Test("every kind has its fixed form, and comes back from it", arguments: golden)
  func goldenForm(line: String) throws {
    let operation = try JSONDecoder().decode(DocumentOperation.self, from: Data(line.utf8))
    if case .unknown = operation.action { Issue.record("\(line) was not understood") }
    #expect(operation.extra.isEmpty)
    #expect(try canonical(operation) == line)
  }

  @Test(
    "what this version doesn't know survives the round trip",
    arguments: [
      // An unknown kind.
      #"{"device":"000000000000a","kind":"teleport","seq":1,"stamp":"5","to":{"x":[9007199254740993,null,false,"é\n",2.5]}}"#,
      // An unknown field of a known kind.
      #"{"cell":"r1c1","device":"000000000000a","digit":9,"ink":"red","kind":"place","seq":2,"stamp":"5"}"#,
      // A known kind with a value it can't have here.
      #"{"cell":"r1c1","device":"000000000000a","digit":12,"kind":"place","seq":2,"stamp":"5"}"#,
      // A known kind that means something else in a newer version.
      #"{"cell":"r1c1","device":"000000000000a","digit":9,"elapsed":7,"kind":"place","seq":2,"stamp":"5","v":2}"#,
      #"{"depth":9,"device":"000000000000a","elapsed":-7,"kind":"hint","opId":5,"seq":2,"stamp":"5"}"#,
    ])
  func carriedUnchanged(line: String) throws {
    let operation = try JSONDecoder().decode(DocumentOperation.self, from: Data(line.utf8))
    #expect(!operation.extra.isEmpty)
    #expect(try canonical(operation) == line)
    let again = try JSONDecoder().decode(
      DocumentOperation.self, from: Data(try canonical(operation).utf8))
    #expect(again == operation)
  }

  @Test(
    "an object without key, stamp and kind is not an operation",
    arguments: [
      "{}", #"{"device":"000000000000a","kind":"tick","seq":0,"stamp":"5"}"#,
      #"{"device":"zzz","kind":"tick","seq":1,"stamp":"5"}"#,
      #"{"device":"000000000000a","kind":"tick","seq":1,"stamp":"05"}"#,
    ])
  func refused(line: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DocumentOperation.self, from: Data(line.utf8))
    }
  }

  @Test("texts of identities and stamps are exact")
  func texts() {
    #expect(Self.deviceB.description == "14d2pf2dbsqqg")
    #expect(DeviceID("14d2pf2dbsqqg") == Self.deviceB)
    #expect(DeviceID(rawValue: .max).description == "fzzzzzzzzzzzz")
    #expect(DeviceID("gzzzzzzzzzzzz") == nil)
    #expect(Stamp("1795176000000+3") == Stamp(milliseconds: 1_795_176_000_000, counter: 3))
    for bad in ["", "+1", "1+0", "01", "1+", "1+65536", "-1", "1 ", "281474976710656"] {
      #expect(Stamp(bad) == nil, "\(bad)")
    }
    #expect(OperationKey("000000000000a.0") == nil)
    #expect(OperationKey("000000000000a.07") == nil)
    #expect(DocumentID("a/b") == nil)
  }

  @Test("the clock only goes up, adopts larger stamps and reports skew")
  func clock() {
    var clock = HybridLogicalClock()
    var last = Stamp.zero
    for wall: Int64 in [1_000, 1_000, 999, 5_000, -7, 4_000] {
      let stamp = clock.next(wallMilliseconds: wall)
      #expect(stamp > last)
      last = stamp
    }
    let reading = ClockReading(wallMilliseconds: 6_000)
    clock.observe(Stamp(milliseconds: 9_000, counter: 65_535), at: reading)
    #expect(clock.next(at: reading) == Stamp(milliseconds: 9_001))
    #expect(clock.skewMilliseconds == 3_000)
    // More than a day ahead: reported, but the clock is not carried away.
    let far = Stamp(milliseconds: 86_406_001)
    clock.observe(far, at: reading)
    #expect(clock.next(at: reading) == Stamp(milliseconds: 9_001, counter: 1))
    #expect(clock.skewMilliseconds == 86_400_001)
    // A stamp that came before the first reading waits for it.
    clock.observe(far)
    #expect(clock.next(at: reading) == Stamp(milliseconds: 9_001, counter: 2))
    clock.observe(far)
    #expect(clock.next(at: ClockReading(wallMilliseconds: 6_001)) == far.successor)
    // By the store's clock, a device that is ten years ahead, or behind, stamps right.
    for skew: Int64 in [-315_360_000_000, 315_360_000_000] {
      let now: Int64 = 1_795_176_000_000
      let reading = ClockReading(wallMilliseconds: now + skew, storeOffsetMilliseconds: -skew)
      var clock = HybridLogicalClock(last: Stamp(milliseconds: now + skew))
      #expect(clock.next(at: reading).milliseconds == now)
    }
  }

  @Test("a set of keys is a set of keys")
  func keySet() {
    let keys = [3, 1, 2, 9, 9].map { OperationKey(device: Self.deviceA, seq: $0) }
    let set = OperationKeySet(keys)
    #expect(set.count == 4)
    #expect(set.sortedKeys.map(\.seq) == [1, 2, 3, 9])
    #expect(set.contains(keys[0]))
    #expect(!set.contains(OperationKey(device: Self.deviceB, seq: 1)))
  }

  @Test("union: any order and any batches give the same set; a clone is detected")
  func union() {
    let all = (1...20).map { seq in
      DocumentOperation(
        key: OperationKey(device: seq.isMultiple(of: 3) ? Self.deviceB : Self.deviceA, seq: seq),
        stamp: Stamp(milliseconds: Int64(seq / 2)), action: .tick)
    }
    let expected = OperationSet(all)
    #expect(expected.ordered == all.sorted())
    #expect(expected.lastStamp == Stamp(milliseconds: 10))
    var random = SeededRandom(seed: 7)
    for _ in 0..<50 {
      var shuffled = all + all.prefix(7)
      random.shuffle(&shuffled)
      var set = OperationSet()
      let cut = random.next(below: shuffled.count)
      set.formUnion(shuffled[..<cut])
      for operation in shuffled[cut...] { set.insert(operation) }
      #expect(set.ordered == expected.ordered)
      #expect(set.version == expected.version)
    }
    var clone = all[4]
    clone.action = .check
    var set = expected
    #expect(set.insert(clone) == .conflicting)
    #expect(set.insert(all[4]) == .known)
    #expect(set.formUnion([clone, all[4]]).conflicting == [clone])
    #expect(set.ordered == expected.ordered)
  }
}
