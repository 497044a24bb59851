import Foundation

/// The faults.
extension ChaosScene {
  func makeFault(_ device: ChaosDevice) async throws {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: try killDevice(device)
    case 1: try await cut(device, .cut)
    case 2: try await cut(device, .silent)
    case 3: try await fillDisk(device)
    case 4: try await putBack(device)
    case 5: try await killServer(device)
    case 6: try await fillStore(device)
    case 7: try await putStoreBack(device)
    default: try await deceive()
    }
  }

  /// Kills a device in the middle of a flood.
  private func killDevice(_ device: ChaosDevice) throws {
    note("device \(device.number) killed")
    for _ in 0..<20 {
      guard let (name, parameters) = noteRequest() else { break }
      let id = try device.send("game.note", parameters)
      if Bool.random(using: &random), (try? device.answer(id)) != nil { noteAnswer(name, device) }
    }
    device.kill()
    try device.start()
  }

  private func cut(_ device: ChaosDevice, _ state: CuttingProxy.State) async throws {
    note("line \(state) \(device.number)")
    device.setLine(state, to: store.shared)
    defer { device.setLine(.open, to: store.shared) }
    for _ in 0..<Int.random(in: 0...5, using: &random) { try play(device) }
    try await checkSync(device)
    if Bool.random(using: &random) { try checkWatching(device) }
  }

  private func fillDisk(_ device: ChaosDevice) async throws {
    note("disk full of device \(device.number)")
    // A device that is still starting may refuse to start.
    _ = try device.ask("ping")
    device.limitFiles(true)
    defer { device.limitFiles(false) }
    for _ in 0..<3 { try play(device) }
    try await checkSync(device)
  }

  private func fillStore(_ device: ChaosDevice) async throws {
    guard store.hasServer else { return }
    note("disk full of the store")
    store.limitFiles(true)
    defer { store.limitFiles(false) }
    try play(device)
    try await checkSync(device)
  }

  private func killServer(_ device: ChaosDevice) async throws {
    guard store.hasServer else { return }
    note("server killed")
    store.kill()
    for other in devices { other.deadSince = .now }
    try play(device)
    if Bool.random(using: &random) { try await checkSync(device) }
    if Int.random(in: 0..<3, using: &random) == 0 { try checkWatching(device) }
    try store.start()
    for other in devices { other.deadSince = nil }
  }

  /// A backup of the device's disk; what it answered afterwards is in the store.
  private func putBack(_ device: ChaosDevice) async throws {
    guard try await checkSync(device) else { return }
    note("device \(device.number) put back")
    let (files, copy) = (FileManager.default, device.data + ".copy")
    device.kill()
    try? files.removeItem(atPath: copy)
    try files.copyItem(atPath: device.data, toPath: copy)
    try device.start()
    for _ in 0..<4 { try play(device) }
    let answeredCoins = coins.answered
    guard try await checkSync(device), answeredCoins == coins.answered else { return }
    device.kill()
    try files.removeItem(atPath: device.data)
    try files.moveItem(atPath: copy, toPath: device.data)
    try device.start()
    // Until it has read them again, only the store may have its last moves.
    let limit = ContinuousClock.now.advanced(by: .seconds(20))
    while try await !checkSync(device), ContinuousClock.now < limit { usleep(200_000) }
  }

  /// A copy of the store of a while ago; every device still has everything.
  private func putStoreBack(_ device: ChaosDevice) async throws {
    guard store.isInFiles else { return }
    note("store put back")
    let isFolder = !store.hasServer && store.isFolder
    store.kill()
    if !store.hasServer, !isFolder { for other in devices { other.kill() } }
    // A folder is replaced while devices use it.
    let (files, copy) = (FileManager.default, store.shared + ".copy")
    if files.fileExists(atPath: copy) {
      try files.moveItem(
        atPath: store.shared,
        toPath: "\(store.shared).\(sent.count)-\(UInt32.random(in: 0..<9_999, using: &random))")
      try files.moveItem(atPath: copy, toPath: store.shared)
    } else {
      try files.copyItem(atPath: store.shared, toPath: copy)
    }
    try store.start()
    if !store.hasServer, !isFolder { for other in devices { try other.start() } }
    if let other = choose(devices) { try await checkHearing(device, other) }
  }
}
