/// Why something can't happen to a profile.
public enum ProfileError: Error, Hashable, Sendable {
  /// An amount is not above 0, or a value is below it.
  case illegalAmount
  /// There is less than the amount to be spent.
  case balanceTooLow(item: String, balance: Int)
  /// There is no conflict of this name, or it has no such version.
  case unknownConflict(String)
  /// A name that is not valid (`ProfileName`).
  case illegalName
  /// The request's ID belongs to another request of this device.
  case opIDReused(String)

  /// The stable name of the error.
  public var name: String {
    switch self {
    case .illegalAmount: "illegalAmount"
    case .balanceTooLow: "balanceTooLow"
    case .unknownConflict: "unknownConflict"
    case .illegalName: "illegalName"
    case .opIDReused: "opIdReused"
    }
  }

  /// What is wrong, in a sentence.
  public var message: String {
    switch self {
    case .illegalAmount: "the amount is out of range"
    case .balanceTooLow(let item, let balance): "there are only \(balance) of '\(item)'"
    case .unknownConflict(let name): "there is no conflict '\(name)' with this version"
    case .illegalName: "a name can't hold a NUL character"
    case .opIDReused(let opID): "the opId '\(opID)' belongs to an earlier, different request"
    }
  }
}
