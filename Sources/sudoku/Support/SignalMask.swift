import Foundation

/// Which signals reach this process.
enum SignalMask {
  /// Lets the signals through that end a process.
  ///
  /// A child inherits what its parent's thread had blocked, and the threads of some frameworks block
  /// nearly everything: started by one of them we could not be stopped otherwise.
  static func unblockEnding() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
