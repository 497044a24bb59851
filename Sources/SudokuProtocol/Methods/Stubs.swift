import JSONCoding
extension Method {
  static let identityMethods: [Method] = []
  static let generateMethods: [Method] = []
  static let gameMethods: [Method] = []
  static let playerMethods: [Method] = []
}
extension ProtocolServer { static let versions: JSONValue = [:] }
