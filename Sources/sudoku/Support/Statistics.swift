import JSONCoding

/// Writes one JSON object to standard error.
func writeStats(_ statistics: some Encodable) {
  guard let bytes = try? CanonicalJSONEncoder().encode(statistics) else { return }
  note(String(decoding: bytes, as: UTF8.self))
}
