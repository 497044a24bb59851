#if Network
  import NIOCore
  import SudokuSync

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  extension SyncError {
    /// Why a server has ended or could not begin, in the system's words where it has some.
    package static func serving(
      _ host: String, _ port: Int, _ failure: any Error
    ) -> SyncError {
      let reason = (failure as? IOError).map { String(cString: strerror($0.errnoCode)) }
      return SyncError(.storeUnavailable, "\(host):\(port): \(reason ?? "\(failure)")")
    }
  }
#endif
