import JSONCoding

extension Method {
  static let generateMethods: [Method] = []
  static let playerMethods: [Method] = []
}
