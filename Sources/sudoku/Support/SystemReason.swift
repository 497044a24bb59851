import Foundation

extension Error {
  /// What went wrong with a file, in the system's words: "No such file or directory".
  ///
  /// Foundation wraps them into its own, which name domains and codes.
  var systemReason: String {
    var error = self as NSError
    while let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error {
      error = cause as NSError
    }
    guard error.domain == NSPOSIXErrorDomain else { return localizedDescription }
    return String(cString: strerror(Int32(error.code)))
  }
}
