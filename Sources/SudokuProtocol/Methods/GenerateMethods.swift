import JSONCoding
import SudokuCore
import SudokuIdentity
import SudokuRating

struct GenerateRequest: Sendable {
  static func daily(_ day: UnixTime, _ level: Level) -> GenerateRequest { GenerateRequest() }
}
extension ValueType where Value == GenerateRequest {
  static let generate = ValueType(.object()) { (_, _) throws(RPCError) in GenerateRequest() }
}
extension ProtocolServer {
  static let versions: JSONValue = [:]
  func startGenerated(_ call: Call, _ request: GenerateRequest, _ new: NewGame) -> Reply {
    .later
  }
}
