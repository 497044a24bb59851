import Foundation

/// The processors and threads that the process may use.
enum Processors {
  /// The default number of threads: one for each processor that the process and its container may use.
  static let usable = max(
    1,
    min(
      ProcessInfo.processInfo.activeProcessorCount, ControlGroup().processors ?? .max,
      ControlGroup().threads ?? .max))

  /// The number of workers for `--jobs`.
  ///
  /// More than some hundreds of threads only cost memory, and each takes of a limit of address space
  /// (`ulimit -v`): its stack, and a heap of its own.
  static func workers(_ jobs: Int?) -> Int {
    max(1, min(jobs ?? usable, 512, addressSpace.map { $0 / (80 << 20) } ?? .max))
  }

  /// The bytes of address space that are left; `nil` without a limit.
  private static var addressSpace: Int? {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < 1 << 46 else { return nil }
    let pages = ControlGroup.text("/proc/self/statm").flatMap { Int($0.prefix { $0 != " " }) }
    return max(0, Int(limit.rlim_cur) - (pages ?? 0) * Int(getpagesize()))
  }

  /// Refuses to go on where the system lacks the threads that the runtime needs: it would wait for them for
  /// ever.
  static func requireThreads() throws {
    let gate = DispatchSemaphore(value: 0)
    let count = min(ProcessInfo.processInfo.activeProcessorCount, 8) + 4
    let threads = (0..<count).compactMap { _ in WorkerThread { gate.wait() } }
    for _ in threads { gate.signal() }
    for thread in threads { thread.join() }
    guard threads.count < count else { return }
    throw CommandFailure(
      "only \(threads.count) of \(count) threads can be started: raise the limit of processes (ulimit -u, "
        + "pids of the container) or of memory (ulimit -v)",
      code: .unavailable)
  }
}

/// The limits that a control group of Linux sets for its processes, such as those of a container.
struct ControlGroup {
  /// The whole processors that its quota allows; `nil` without a limit.
  private(set) var processors: Int?
  /// The threads that it can still start; `nil` without a limit.
  private(set) var threads: Int?

  /// - Parameters:
  ///   - root: The folder of the control groups.
  ///   - membership: The lines `0::/group` of the process.
  init(
    root: String = "/sys/fs/cgroup",
    membership: String = Self.text("/proc/self/cgroup") ?? ""
  ) {
    // A container may see its own group as the root, whatever the lines say.
    var folders: Set = [root, root + "/cpu", root + "/pids"]
    for line in membership.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      var folder = parts[1].isEmpty ? root : "\(root)/\(parts[1])"
      for name in parts[2].split(separator: "/").prefix(64) {
        folder += "/" + name
        folders.insert(folder)
      }
    }
    for folder in folders {
      func number(_ name: String) -> Int? {
        Self.text("\(folder)/\(name)").flatMap { Int($0.filter { !$0.isWhitespace }) }
      }
      let pair = Self.text("\(folder)/cpu.max")?.split { $0.isWhitespace }.map { Int($0) }
      let quota = pair?.first ?? number("cpu.cfs_quota_us")
      let period = pair?.last ?? number("cpu.cfs_period_us")
      if let quota, let period, quota > 0, period > 0 {
        processors = min(processors ?? .max, (quota - 1) / period + 1)
      }
      if let most = number("pids.max") {
        threads = min(threads ?? .max, max(0, most - (number("pids.current") ?? 0)))
      }
    }
  }

  /// The text of a small file.
  fileprivate static func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }
}
