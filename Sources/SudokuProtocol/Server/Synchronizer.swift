/// What the server asks of the sync engine; it runs beside the games.
protocol Synchronizer: AnyObject, Sendable {
  /// Says that there is something new to send.
  func noteLocalChange()
}
