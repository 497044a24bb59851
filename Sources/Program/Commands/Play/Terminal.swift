import Foundation

/// The terminal as a screen of cells: raw keys in, changed lines out.
///
/// It speaks the sequences that all terminals of today share (ECMA-48, SGR mouse reports), so that the
/// program needs no terminal library.
final class Terminal {
  /// A key, or what else the terminal reports.
  enum Event: Equatable {
    case character(Character)
    case up, down, left, right
    case pageUp, pageDown, home, end
    case backspace, enter, escape
    /// A click: column and row, from 0.
    case click(Int, Int)
    /// The wheel of the mouse: lines, downwards.
    case scroll(Int)
    /// The window has another size.
    case resize
    /// A signal asks the program to end, or the terminal is gone.
    case hangUp
  }

  private var saved = termios()
  private var shown: [String] = []
  private var pending: [UInt8] = []
  private let signals: (read: Int32, write: Int32)
  /// Written by signal handlers, which can use nothing else.
  nonisolated(unsafe) private static var signalWriter: Int32 = -1

  /// Takes the terminal over; `nil` unless standard input and output are one.
  init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1,
      tcgetattr(STDIN_FILENO, &saved) == 0
    else { return nil }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    signals = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    Self.signalWriter = signals.write
    for number in [SIGWINCH, SIGTERM, SIGHUP, SIGINT] {
      signal(number) { number in
        var byte = UInt8(number)
        _ = write(Terminal.signalWriter, &byte, 1)
      }
    }
    // Another screen, no cursor, mouse reports, no wrapping.
    send("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?7l\u{1B}[2J")
  }

  /// Gives the terminal back as it was.
  func restore() {
    send("\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l\u{1B}[0m")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
  }

  /// Columns and rows.
  var size: (columns: Int, rows: Int) {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
      return (80, 24)
    }
    return (Int(window.ws_col), Int(window.ws_row))
  }

  /// Shows lines from the top; only those that changed are written.
  ///
  /// `background` is the sequence for what the lines leave free.
  func show(_ lines: [String], background: String) {
    let rows = size.rows
    var text = ""
    for row in 0..<rows {
      let line = row < lines.count ? lines[row] : ""
      if row < shown.count, shown[row] == line { continue }
      // Erased first: behind a full line, the last character would go.
      text += "\u{1B}[\(row + 1);1H\(background)\u{1B}[K\(line)\u{1B}[0m"
    }
    shown = (0..<rows).map { $0 < lines.count ? lines[$0] : "" }
    // In one piece, so that no half of a screen is seen.
    if !text.isEmpty { send(text) }
  }

  /// Everything is written again next time, as after a resize.
  func forget() {
    shown = []
    send("\u{1B}[0m\u{1B}[2J")
  }

  private func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR, errno != EAGAIN {
        return
      }
    }
  }

  /// Waits for keys, signals, or input on another descriptor.
  ///
  /// - Returns: The events, and whether the other descriptor has input.
  func wait(with other: Int32, milliseconds: Int32) -> (events: [Event], hasOther: Bool) {
    var polls = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    // The rest of a sequence comes at once, or it was the key Escape.
    guard poll(&polls, 3, pending.isEmpty ? milliseconds : 30) > 0 else {
      return (pending.isEmpty ? [] : decode(isComplete: true), false)
    }
    var events: [Event] = []
    if polls[0].revents != 0 {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count > 0 {
        pending += buffer[..<count]
        events += decode(isComplete: false)
      } else if count == 0 || errno != EINTR {
        events.append(.hangUp)
      }
    }
    if polls[1].revents != 0 {
      var buffer = [UInt8](repeating: 0, count: 64)
      let count = max(read(signals.read, &buffer, buffer.count), 0)
      let numbers = buffer[..<count].map { Int32($0) }
      if numbers.contains(where: { $0 != SIGWINCH }) { events.append(.hangUp) }
      if numbers.contains(SIGWINCH) { events.append(.resize) }
    }
    return (events, polls[2].revents != 0)
  }

  private func decode(isComplete: Bool) -> [Event] {
    var events: [Event] = []
    while let first = pending.first {
      if first == 0x1B {
        guard let (event, length) = sequence(isComplete: isComplete) else { break }
        if let event { events.append(event) }
        pending.removeFirst(length)
        continue
      }
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard pending.count >= length || isComplete else { break }
      let bytes = pending.prefix(length)
      pending.removeFirst(min(length, pending.count))
      switch first {
      case 3, 4: events.append(.hangUp)
      case 8, 127: events.append(.backspace)
      case 10, 13: events.append(.enter)
      default:
        if let character = String(decoding: bytes, as: UTF8.self).first {
          events.append(.character(character))
        }
      }
    }
    return events
  }

  /// The event of an escape sequence and its length; `nil` if more of it may come.
  private func sequence(isComplete: Bool) -> (Event?, Int)? {
    guard pending.count > 1 else { return isComplete ? (.escape, 1) : nil }
    guard pending[1] == UInt8(ascii: "[") || pending[1] == UInt8(ascii: "O") else {
      return (.escape, 1)
    }
    guard let end = pending.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
      return isComplete || pending.count > 64 ? (nil, pending.count) : nil
    }
    let body = String(decoding: pending[2..<end], as: UTF8.self)
    let event: Event?
    switch pending[end] {
    case UInt8(ascii: "A"): event = .up
    case UInt8(ascii: "B"): event = .down
    case UInt8(ascii: "C"): event = .right
    case UInt8(ascii: "D"): event = .left
    case UInt8(ascii: "H"): event = .home
    case UInt8(ascii: "F"): event = .end
    case UInt8(ascii: "~"):
      let keys: [String: Event] = [
        "1": .home, "3": .backspace, "4": .end, "5": .pageUp, "6": .pageDown, "7": .home,
        "8": .end,
      ]
      event = keys[body]
    // The wheel of the mouse.
    case UInt8(ascii: "M") where body.hasPrefix("<64;"): event = .scroll(-3)
    case UInt8(ascii: "M") where body.hasPrefix("<65;"): event = .scroll(3)
    case UInt8(ascii: "M") where body.hasPrefix("<0;"):
      let numbers = body.dropFirst(3).split(separator: ";").compactMap { Int($0) }
      event = numbers.count == 2 ? .click(numbers[0] - 1, numbers[1] - 1) : nil
    default: event = nil
    }
    return (event, end + 1)
  }
}
