import SudokuCore

/// Writes the canonical line of an operation of a common kind: sorted keys, no spaces.
struct OperationLineWriter {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Appends the operation's object, without a line feed.
  ///
  /// - Parameter operation: The operation.
  /// - Returns: Whether its kind is written here; nothing was appended where not.
  mutating func append(_ operation: Operation) -> Bool {
    guard operation.extra.isEmpty, operation.opID?.isPlain ?? true else { return false }
    let start = bytes.count
    guard appendFieldsBeforeDevice(of: operation.action) else { return false }
    member("device")
    bytes.append(UInt8(ascii: "\""))
    device(operation.device)
    bytes.append(UInt8(ascii: "\""))
    appendFieldsBeforeKind(of: operation)
    member("kind")
    string(operation.kind)
    appendFieldsBeforeSeq(of: operation)
    member("seq")
    number(operation.seq)
    member("stamp")
    bytes.append(UInt8(ascii: "\""))
    number(Int(operation.stamp.milliseconds))
    if operation.stamp.counter != 0 {
      bytes.append(UInt8(ascii: "+"))
      number(Int(operation.stamp.counter))
    }
    bytes.append(UInt8(ascii: "\""))
    switch operation.action {
    case .resume(let segment):
      member("start")
      number(Int(segment.wallMilliseconds))
    case .redo(let undo):
      member("undo")
      key(undo)
    default: break
    }
    bytes[start] = UInt8(ascii: "{")
    bytes.append(UInt8(ascii: "}"))
    return true
  }

  /// `cell`, `clues` and `depth`; says whether the kind is written here.
  private mutating func appendFieldsBeforeDevice(of action: Action) -> Bool {
    switch action {
    case .create(let header):
      guard header.level?.isPlain ?? true else { return false }
      member("clues")
      string(header.clues.line)
    case .place(let placement): cell(member: placement.cell)
    case .note(let candidate, _): cell(member: candidate.cell)
    case .clear(let place, _): cell(member: place)
    case .select(let place): if let place { cell(member: place) }
    case .hint(let depth):
      member("depth")
      number(depth)
    case .undo, .redo, .resume, .tick, .pause, .suspend, .check: break
    default: return false
    }
    return true
  }

  /// `digit`, `elapsed`, `erased`, `groups`.
  private mutating func appendFieldsBeforeKind(of operation: Operation) {
    switch operation.action {
    case .place(let placement):
      member("digit")
      number(Int(placement.digit.rawValue))
    case .note(let candidate, _):
      member("digit")
      number(Int(candidate.digit.rawValue))
    default: break
    }
    if let elapsed = operation.elapsedMilliseconds {
      member("elapsed")
      number(elapsed)
    }
    switch operation.action {
    case .place(let placement) where !placement.erased.isEmpty:
      member("erased")
      var separator = UInt8(ascii: "[")
      for cell in placement.erased {
        bytes.append(separator)
        self.cell(cell)
        separator = UInt8(ascii: ",")
      }
      bytes.append(UInt8(ascii: "]"))
    case .undo(let groups):
      member("groups")
      self.groups(groups)
    default: break
    }
  }

  /// `level`, `offset`, `on`, `opId`, `options`, `over`, `ratingTenths`.
  private mutating func appendFieldsBeforeSeq(of operation: Operation) {
    switch operation.action {
    case .create(let header):
      if let level = header.level {
        member("level")
        string(level)
      }
    case .resume(let start):
      if let offset = start.offsetMilliseconds {
        member("offset")
        number(Int(offset))
      }
    case .note(_, let isOn):
      member("on")
      flag(isOn)
    default: break
    }
    if let opID = operation.opID {
      member("opId")
      string(opID)
    }
    switch operation.action {
    case .create(let header):
      member("options")
      options(header.options)
      if let rating = header.ratingTenths {
        member("ratingTenths")
        number(rating)
      }
    case .place(let placement):
      if let over = placement.over {
        member("over")
        key(over)
      }
    case .clear(_, let over):
      if let over {
        member("over")
        key(over)
      }
    default: break
    }
  }

  // MARK: Parts

  /// A comma (the first one becomes the brace) and the member's name.
  private mutating func member(_ name: StaticString) {
    bytes.append(UInt8(ascii: ","))
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func number(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(truncatingIfNeeded: rest % 10) + 0x30)
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  private mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func cell(member place: Cell) {
    member("cell")
    cell(place)
  }

  private mutating func cell(_ cell: Cell) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: "r"))
    bytes.append(UInt8(truncatingIfNeeded: cell.row) + 0x31)
    bytes.append(UInt8(ascii: "c"))
    bytes.append(UInt8(truncatingIfNeeded: cell.column) + 0x31)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func options(_ options: GameOptions) {
    let start = bytes.count
    member("autoRemoveNotes")
    flag(options.autoRemoveNotes)
    member("hintsAllowed")
    flag(options.hintsAllowed)
    member("mistakeCheck")
    string(options.mistakeCheck.rawValue)
    member("mistakeLimit")
    number(options.mistakeLimit)
    member("timer")
    flag(options.timer)
    bytes[start] = UInt8(ascii: "{")
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func flag(_ value: Bool) { bytes += (value ? "true" : "false").utf8 }

  private mutating func device(_ device: DeviceID) {
    for place in 0..<DeviceID.textLength { bytes.append(device.character(at: place)) }
  }

  private mutating func key(_ key: OperationKey) {
    bytes.append(UInt8(ascii: "\""))
    device(key.device)
    bytes.append(UInt8(ascii: "."))
    number(key.seq)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func groups(_ set: OperationKeySet) {
    bytes.append(UInt8(ascii: "{"))
    var isFirst = true
    for (device, ranges) in set.runs.sorted(by: { $0.key < $1.key }) {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      bytes.append(UInt8(ascii: "\""))
      self.device(device)
      bytes.append(UInt8(ascii: "\""))
      bytes.append(UInt8(ascii: ":"))
      var separator = UInt8(ascii: "[")
      for range in ranges {
        bytes.append(separator)
        number(range.lowerBound)
        bytes.append(UInt8(ascii: ","))
        number(range.upperBound)
        separator = UInt8(ascii: ",")
      }
      bytes.append(UInt8(ascii: "]"))
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

extension String {
  /// Whether the text is printable ASCII that JSON needs no escape for.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy {
      0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
  }
}
