#if Network
  extension OpenAPIDocument {
    /// The forms of queries and answers.
    ///
    /// Members that may be omitted may be null, too. See `Contract+Codable.swift` in SudokuSync.
    static let schemas = #"""
      {
        "Version": {"type": "integer", "const": 1},
        "PlayerID": {
          "type": "string",
          "pattern": "^[a-z0-9-]{1,64}$",
          "description": "The player as the devices name them."
        },
        "DocumentID": {
          "type": "string",
          "pattern": "^[a-z0-9-]{1,128}$",
          "examples": ["profile", "settings", "game-07ap9x8qtst53aww4qy12t8wfr-1795176001"]
        },
        "DeviceID": {"type": "string", "pattern": "^[0-9a-hjkmnp-tv-z]{13}$"},
        "Stamp": {"type": "string", "pattern": "^[0-9]{1,15}(\\+[0-9]{1,5})?$"},
        "Hash": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
        "Head": {"type": "string", "pattern": "^[0-9]{1,9}:[0-9a-f]{16}$"},
        "Heads": {
          "type": "object",
          "propertyNames": {"$ref": "#/components/schemas/DeviceID"},
          "additionalProperties": {"$ref": "#/components/schemas/Head"}
        },
        "Chunk": {
          "type": "object",
          "required": ["device", "firstSeq", "previousHash", "hash", "lines"],
          "properties": {
            "device": {"$ref": "#/components/schemas/DeviceID"},
            "firstSeq": {"type": "integer", "minimum": 1},
            "previousHash": {"$ref": "#/components/schemas/Hash"},
            "hash": {"$ref": "#/components/schemas/Hash"},
            "lines": {
              "type": "string",
              "description": "Operations, each ended by a line feed, kept byte for byte."
            }
          }
        },
        "Delta": {
          "type": "object",
          "required": ["id", "summary", "chunks"],
          "properties": {
            "id": {"$ref": "#/components/schemas/DocumentID"},
            "summary": {
              "type": "object",
              "oneOf": [{"required": ["game"]}, {"required": ["id", "lastStamp"]}]
            },
            "heads": {"oneOf": [{"$ref": "#/components/schemas/Heads"}, {"type": "null"}]},
            "chunks": {"type": "array", "items": {"$ref": "#/components/schemas/Chunk"}}
          }
        },
        "Query": {
          "oneOf": [
            {
              "type": "object",
              "required": ["kind", "document", "after"],
              "properties": {
                "kind": {"const": "document"},
                "document": {"$ref": "#/components/schemas/DocumentID"},
                "after": {"$ref": "#/components/schemas/Heads"}
              }
            },
            {
              "type": "object",
              "required": ["kind", "batch"],
              "properties": {"kind": {"const": "append"}, "batch": {"$ref": "#/components/schemas/Batch"}}
            },
            {
              "type": "object",
              "required": ["kind", "limit"],
              "properties": {
                "kind": {"const": "inProgress"},
                "limit": {"$ref": "#/components/schemas/Limit"},
                "before": {"oneOf": [{"type": "string"}, {"type": "null"}]}
              }
            },
            {
              "type": "object",
              "required": ["kind", "limit"],
              "properties": {
                "kind": {"const": "changes"},
                "limit": {"$ref": "#/components/schemas/Limit"},
                "since": {"oneOf": [{"type": "string"}, {"type": "null"}]}
              }
            },
            {
              "type": "object",
              "required": ["kind", "nodes"],
              "properties": {
                "kind": {"const": "digests"},
                "nodes": {
                  "type": "array",
                  "description": "From 0 to 255; others are ignored.",
                  "items": {"type": "integer"}
                }
              }
            },
            {
              "type": "object",
              "required": ["kind", "leaves", "limit"],
              "properties": {
                "kind": {"const": "holdings"},
                "leaves": {
                  "type": "array",
                  "description": "From 0 to 65535; others are ignored.",
                  "items": {"type": "integer"}
                },
                "after": {
                  "oneOf": [{"$ref": "#/components/schemas/DocumentID"}, {"type": "null"}]
                },
                "limit": {"$ref": "#/components/schemas/Limit"}
              }
            },
            {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "contents"}}}
          ]
        },
        "Limit": {
          "type": "integer",
          "description": "The maximum number of rows of a page; below 1 means 1, above 1000 means 1000."
        },
        "Batch": {
          "type": "object",
          "required": ["writer", "documents"],
          "properties": {
            "writer": {"$ref": "#/components/schemas/DeviceID"},
            "documents": {"type": "array", "items": {"$ref": "#/components/schemas/Delta"}},
            "question": {
              "oneOf": [{"$ref": "#/components/schemas/Question"}, {"type": "null"}]
            }
          }
        },
        "Question": {
          "type": "object",
          "required": ["id", "known"],
          "properties": {
            "id": {"$ref": "#/components/schemas/DocumentID"},
            "known": {"$ref": "#/components/schemas/Heads"}
          }
        },
        "Request": {
          "type": "object",
          "required": ["version", "query"],
          "properties": {
            "version": {"$ref": "#/components/schemas/Version"},
            "player": {"oneOf": [{"$ref": "#/components/schemas/PlayerID"}, {"type": "null"}]},
            "timeLimitMilliseconds": {
              "oneOf": [
                {"type": "integer", "minimum": 0, "maximum": 86400000}, {"type": "null"}
              ]
            },
            "query": {"$ref": "#/components/schemas/Query"}
          }
        },
        "Status": {
          "type": "object",
          "required": ["identity", "epoch", "milliseconds"],
          "properties": {
            "identity": {"type": "string"},
            "epoch": {"type": "string"},
            "player": {"$ref": "#/components/schemas/PlayerID"},
            "milliseconds": {"type": "integer"},
            "digest": {"$ref": "#/components/schemas/Hash"},
            "revision": {"type": "integer"},
            "skipped": {"type": "array"}
          }
        },
        "Answer": {
          "type": "object",
          "required": ["kind"],
          "properties": {
            "kind": {
              "enum": ["document", "append", "inProgress", "changes", "digests", "holdings", "contents"]
            },
            "document": {"$ref": "#/components/schemas/Delta"},
            "receipt": {
              "type": "object",
              "required": ["outcomes"],
              "properties": {
                "outcomes": {
                  "type": "array",
                  "items": {
                    "type": "object",
                    "required": ["id", "heads"],
                    "properties": {
                      "id": {"$ref": "#/components/schemas/DocumentID"},
                      "heads": {"$ref": "#/components/schemas/Heads"},
                      "diverged": {"type": "array", "items": {"$ref": "#/components/schemas/DeviceID"}},
                      "refusal": {"type": "string"}
                    }
                  }
                },
                "answer": {"$ref": "#/components/schemas/Delta"}
              }
            },
            "page": {"type": "object"},
            "contents": {
              "type": "object",
              "required": ["games", "completedGames"],
              "properties": {
                "games": {"type": "integer"},
                "completedGames": {"type": "integer"},
                "lastSavedMilliseconds": {"type": "integer"}
              }
            }
          }
        },
        "Response": {
          "type": "object",
          "required": ["version", "status", "answer"],
          "properties": {
            "version": {"$ref": "#/components/schemas/Version"},
            "status": {"$ref": "#/components/schemas/Status"},
            "answer": {"$ref": "#/components/schemas/Answer"}
          }
        },
        "Failure": {
          "type": "object",
          "required": ["version", "error"],
          "properties": {
            "version": {"$ref": "#/components/schemas/Version"},
            "error": {
              "type": "object",
              "required": ["kind", "message"],
              "properties": {"kind": {"type": "string"}, "message": {"type": "string"}}
            }
          }
        }
      }
      """#
  }
#endif
