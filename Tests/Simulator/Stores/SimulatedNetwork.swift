import SudokuCore
import SudokuSync

/// The fate of one request on its way, drawn from the step's seed.
struct MessageFaultPlan {
  enum Kind {
    case delivered
    case lostRequest
    case lostAcknowledgement
    case duplicated
    case serverError
    case staleRead
    case partialPage
    case cursorReset
  }

  let kind: Kind
  let requestMilliseconds: Int64
  let responseMilliseconds: Int64
  let duplicateMilliseconds: Int64

  static let perfect = MessageFaultPlan(
    kind: .delivered, requestMilliseconds: 1, responseMilliseconds: 1, duplicateMilliseconds: 1)

  static let smallPages = MessageFaultPlan(
    kind: .partialPage, requestMilliseconds: 1, responseMilliseconds: 1, duplicateMilliseconds: 1)

  private init(
    kind: Kind, requestMilliseconds: Int64, responseMilliseconds: Int64,
    duplicateMilliseconds: Int64
  ) {
    self.kind = kind
    self.requestMilliseconds = requestMilliseconds
    self.responseMilliseconds = responseMilliseconds
    self.duplicateMilliseconds = duplicateMilliseconds
  }

  init(using random: inout SeededRandom) {
    let kinds: [Kind] = [
      .lostRequest, .lostAcknowledgement, .duplicated, .serverError, .staleRead, .partialPage,
      .cursorReset,
    ]
    let ticket = random.next(below: 24)
    kind = ticket < kinds.count ? kinds[ticket] : .delivered
    let isSlow = random.next(below: 6) == 0
    requestMilliseconds = Int64(random.next(below: isSlow ? 9_000 : 300))
    responseMilliseconds = Int64(random.next(below: isSlow ? 9_000 : 300))
    duplicateMilliseconds = Int64(random.next(below: 20_000))
  }
}

/// Something that the network brings at a moment of virtual time.
struct NetworkEvent {
  enum Content {
    case request(StoreRequest, faultPlan: MessageFaultPlan, isDuplicate: Bool)
    case response(Result<StoreResponse, SyncError>)
    case timeout
  }

  let time: Int64
  let order: Int
  let device: Int
  /// Which of the device's requests it belongs to.
  let serial: Int
  let content: Content
}

/// The messages under way between devices and store, in the order of arrival.
struct SimulatedNetwork {
  private var events: [NetworkEvent] = []
  private var count = 0

  static let timeoutMilliseconds: Int64 = 6_000

  mutating func add(_ content: NetworkEvent.Content, at time: Int64, device: Int, serial: Int) {
    count += 1
    let event = NetworkEvent(
      time: time, order: count, device: device, serial: serial, content: content)
    var index = events.count
    while index > 0, (events[index - 1].time, events[index - 1].order) < (time, count) {
      index -= 1
    }
    events.insert(event, at: index)
  }

  /// The next event, if it is due.
  mutating func next(before time: Int64) -> NetworkEvent? {
    guard let last = events.last, last.time <= time else { return nil }
    return events.removeLast()
  }
}
