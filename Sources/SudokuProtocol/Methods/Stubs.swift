import JSONCoding

extension Method {
  static let playerMethods: [Method] = []
}
