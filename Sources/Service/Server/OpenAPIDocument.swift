#if Network
  /// The description of the server in OpenAPI 3.1, as it is served at `/openapi.json`.
  ///
  /// The tests compare it with what the server does.
  enum OpenAPIDocument {
    static let text = paths + ",\n\"schemas\": " + schemas + "}}"

    private static let paths = #"""
      {
        "openapi": "3.1.0",
        "info": {
          "title": "Sudoku sync server",
          "version": "1.0.0",
          "description": "Stores through which the devices of players sync. A request is one query to one player's store; the forms of queries and answers are those of every store (see the article Writing a store).",
          "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}
        },
        "security": [{"token": []}, {}],
        "paths": {
          "/healthz": {
            "get": {
              "operationId": "health",
              "summary": "Checks that the server is up.",
              "security": [],
              "responses": {
                "200": {
                  "description": "The server is up.",
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "required": ["status"],
                        "properties": {"status": {"const": "ok"}}
                      }
                    }
                  }
                },
                "403": {"$ref": "#/components/responses/Forbidden"},
                "405": {"$ref": "#/components/responses/MethodNotAllowed"}
              }
            }
          },
          "/readyz": {
            "get": {
              "operationId": "ready",
              "summary": "Checks that the stores answer.",
              "security": [],
              "responses": {
                "200": {
                  "description": "The stores answer.",
                  "content": {
                    "application/json": {
                      "schema": {
                        "type": "object",
                        "required": ["status"],
                        "properties": {"status": {"const": "ok"}}
                      }
                    }
                  }
                },
                "403": {"$ref": "#/components/responses/Forbidden"},
                "405": {"$ref": "#/components/responses/MethodNotAllowed"},
                "500": {"$ref": "#/components/responses/Failed"},
                "503": {"$ref": "#/components/responses/Unavailable"}
              }
            }
          },
          "/openapi.json": {
            "get": {
              "operationId": "document",
              "summary": "This document.",
              "security": [],
              "responses": {
                "200": {
                  "description": "The document.",
                  "content": {
                    "application/json": {"schema": {"type": "object", "required": ["openapi", "paths"]}}
                  }
                },
                "403": {"$ref": "#/components/responses/Forbidden"},
                "405": {"$ref": "#/components/responses/MethodNotAllowed"}
              }
            }
          },
          "/metrics": {
            "get": {
              "operationId": "metrics",
              "summary": "The server's counters, for Prometheus.",
              "responses": {
                "200": {
                  "description": "Text in the exposition format 0.0.4.",
                  "content": {"text/plain": {"schema": {"type": "string"}}}
                },
                "401": {"$ref": "#/components/responses/Unauthenticated"},
                "403": {"$ref": "#/components/responses/Forbidden"},
                "405": {"$ref": "#/components/responses/MethodNotAllowed"},
                "503": {"$ref": "#/components/responses/Unavailable"}
              }
            }
          },
          "/v1/players/{player}/requests": {
            "post": {
              "operationId": "request",
              "summary": "Queries or changes a player's store. Repeating a request changes nothing.",
              "parameters": [
                {"$ref": "#/components/parameters/Player"},
                {"$ref": "#/components/parameters/Client"}
              ],
              "requestBody": {
                "required": true,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Request"}}}
              },
              "responses": {
                "200": {
                  "description": "The store's response; its answer is of the query's kind.",
                  "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Response"}}}
                },
                "400": {"$ref": "#/components/responses/BadRequest"},
                "408": {"$ref": "#/components/responses/Timeout"},
                "409": {"$ref": "#/components/responses/AnotherPlayer"},
                "413": {"$ref": "#/components/responses/TooLarge"},
                "415": {"$ref": "#/components/responses/NotJSON"},
                "507": {"$ref": "#/components/responses/DiskFull"},
                "401": {"$ref": "#/components/responses/Unauthenticated"},
                "403": {"$ref": "#/components/responses/Forbidden"},
                "404": {"$ref": "#/components/responses/NotFound"},
                "405": {"$ref": "#/components/responses/MethodNotAllowed"},
                "429": {"$ref": "#/components/responses/TooManyRequests"},
                "500": {"$ref": "#/components/responses/Failed"},
                "503": {"$ref": "#/components/responses/Unavailable"}
              }
            }
          },
          "/v1/players/{player}/events": {
            "get": {
              "operationId": "events",
              "summary": "Changes of a player's store, as server-sent events `ready` and `changed`.",
              "parameters": [
                {"$ref": "#/components/parameters/Player"},
                {"$ref": "#/components/parameters/Client"},
                {
                  "name": "Last-Event-ID",
                  "in": "header",
                  "description": "The id of the last ready event: `changed` is sent at once if it is not the current one.",
                  "schema": {"type": "string", "pattern": "^[0-9a-z-]{1,64}$"}
                }
              ],
              "responses": {
                "200": {
                  "description": "Events until the caller leaves.",
                  "content": {"text/event-stream": {"schema": {"type": "string"}}}
                },
                "400": {"$ref": "#/components/responses/BadRequest"},
                "401": {"$ref": "#/components/responses/Unauthenticated"},
                "403": {"$ref": "#/components/responses/Forbidden"},
                "404": {"$ref": "#/components/responses/NotFound"},
                "405": {"$ref": "#/components/responses/MethodNotAllowed"},
                "429": {"$ref": "#/components/responses/TooManyRequests"},
                "500": {"$ref": "#/components/responses/Failed"},
                "503": {"$ref": "#/components/responses/Unavailable"}
              }
            }
          }
        },
        "components": {
          "securitySchemes": {
            "token": {
              "type": "http",
              "scheme": "bearer",
              "description": "Made by `sudoku store token add`; not needed on a loopback address that was started without tokens."
            }
          },
          "parameters": {
            "Player": {
              "name": "player",
              "in": "path",
              "required": true,
              "description": "The player as the server names them.",
              "schema": {"type": "string", "pattern": "^[a-z0-9-]{1,64}$"}
            },
            "Client": {
              "name": "Sudoku-Client",
              "in": "header",
              "description": "A name that a client chooses at random: its watch does not report its own requests.",
              "schema": {"type": "string", "pattern": "^[0-9a-f]{1,32}$"}
            }
          },
          "responses": {
            "BadRequest": {
              "description": "The request, or one of its headers, can't be read.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "Timeout": {
              "description": "The body did not arrive in time, or the caller's own time limit has passed.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "AnotherPlayer": {
              "description": "The store holds the games of another player, as the devices name them.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "TooLarge": {
              "description": "The body is too long.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "NotJSON": {
              "description": "The body is not application/json.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "DiskFull": {
              "description": "The disk is full; nothing was stored.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "Unauthenticated": {
              "description": "A token is needed, or the one that was sent is not valid.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
              "headers": {"WWW-Authenticate": {"required": true, "schema": {"const": "Bearer"}}}
            },
            "Forbidden": {
              "description": "The token does not give access to this, or the player has the maximum number of games.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "NotFound": {
              "description": "The path is unknown, or the player's name is malformed.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "MethodNotAllowed": {
              "description": "Another method is needed.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
              "headers": {"Allow": {"required": true, "schema": {"type": "string"}}}
            },
            "TooManyRequests": {
              "description": "Too many requests or bytes.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
              "headers": {"Retry-After": {"required": true, "schema": {"type": "string", "pattern": "^[0-9]+$"}}}
            },
            "Failed": {
              "description": "The store has failed, or its data is damaged.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}
            },
            "Unavailable": {
              "description": "The store did not answer in time, or there is too much to do.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}},
              "headers": {"Retry-After": {"required": true, "schema": {"type": "string", "pattern": "^[0-9]+$"}}}
            }
          }
      """#
  }
#endif
