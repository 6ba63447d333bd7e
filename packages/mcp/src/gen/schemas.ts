// "make generate" writes this file from the OpenAPI document. Do not edit it.

/** The schemas of the tools, by the name of the tool. */
export const schemas = {
  "ask": {
    "input": {
      "type": "object",
      "properties": {
        "query": {
          "type": "string",
          "description": "The question in words, such as: What is SOL worth right now?"
        },
        "minLevel": {
          "type": "string",
          "enum": [
            "single_source",
            "consensus",
            "anchored"
          ],
          "description": "An answer below this level is refused."
        }
      },
      "required": [
        "query"
      ]
    },
    "output": {
      "type": "object",
      "properties": {
        "status": {
          "enum": [
            "delivered",
            "no_source",
            "refused"
          ]
        },
        "data": {
          "type": "object"
        },
        "verification": {
          "type": "object",
          "properties": {
            "level": {
              "enum": [
                "single_source",
                "consensus",
                "anchored"
              ]
            }
          }
        },
        "type": {
          "type": "string"
        },
        "params": {
          "type": "object"
        },
        "debitedCredits": {
          "type": "number"
        },
        "balanceAfter": {
          "type": "number"
        },
        "traceId": {
          "type": "string"
        },
        "notice": {
          "type": "string"
        },
        "message": {
          "type": "string"
        },
        "reason": {
          "type": "string"
        },
        "required": {
          "type": "string"
        },
        "reached": {
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  },
  "get_data": {
    "input": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "chain.can_sign",
            "chain.pool_state",
            "chain.resolve_address",
            "chain.swap_quote",
            "chain.token_account_owner",
            "chain.token_risk",
            "funding.rate",
            "game.players",
            "social.value",
            "spot.price",
            "token.price"
          ],
          "description": "A data type; list_types lists those that can be served now."
        },
        "params": {
          "type": "object",
          "description": "The type's parameters."
        },
        "minLevel": {
          "type": "string",
          "enum": [
            "single_source",
            "consensus",
            "anchored"
          ],
          "description": "An answer below this level is refused."
        }
      },
      "required": [
        "type"
      ]
    },
    "output": {
      "type": "object",
      "properties": {
        "status": {
          "enum": [
            "delivered",
            "no_source",
            "refused"
          ]
        },
        "data": {
          "type": "object"
        },
        "verification": {
          "type": "object",
          "properties": {
            "level": {
              "enum": [
                "single_source",
                "consensus",
                "anchored"
              ]
            }
          }
        },
        "type": {
          "type": "string"
        },
        "params": {
          "type": "object"
        },
        "debitedCredits": {
          "type": "number"
        },
        "balanceAfter": {
          "type": "number"
        },
        "traceId": {
          "type": "string"
        },
        "message": {
          "type": "string"
        },
        "reason": {
          "type": "string"
        },
        "required": {
          "type": "string"
        },
        "reached": {
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  },
  "list_types": {
    "output": {
      "type": "object",
      "properties": {
        "types": {
          "type": "array"
        }
      }
    }
  },
  "gate": {
    "input": {
      "type": "object",
      "properties": {
        "pool": {
          "type": "string",
          "description": "The pool's address."
        },
        "payer": {
          "type": "string",
          "description": "The wallet that signs the swap."
        },
        "inputTokenAccount": {
          "type": "string",
          "description": "The token account that pays the input."
        },
        "outputTokenAccount": {
          "type": "string",
          "description": "The token account that receives the output."
        },
        "amountIn": {
          "description": "The amount to swap, in base units of the input token, as a decimal string.",
          "type": "string"
        },
        "policy": {
          "type": "object",
          "properties": {
            "maxPriceImpactBps": {
              "type": "number",
              "description": "The maximum price impact in basis points."
            },
            "maxRiskScore": {
              "description": "The maximum overallRisk.",
              "type": "number"
            },
            "minLevel": {
              "description": "The level that both parts must reach.",
              "type": "string",
              "enum": [
                "single_source",
                "consensus",
                "anchored"
              ]
            }
          },
          "required": [
            "maxPriceImpactBps"
          ],
          "description": "Your own limits."
        }
      },
      "required": [
        "pool",
        "payer",
        "inputTokenAccount",
        "outputTokenAccount",
        "amountIn",
        "policy"
      ]
    },
    "output": {
      "type": "object",
      "properties": {
        "status": {
          "const": "delivered"
        },
        "decision": {
          "enum": [
            "allow",
            "allow_with_caveat",
            "refuse"
          ]
        },
        "reasons": {
          "type": "array"
        },
        "caveats": {
          "type": "array"
        },
        "checkedMint": {
          "type": [
            "string",
            "null"
          ]
        },
        "quote": {
          "type": "object"
        },
        "risk": {
          "type": [
            "object",
            "null"
          ]
        },
        "policy": {
          "type": "object"
        },
        "traceId": {
          "type": "string"
        },
        "debitedCredits": {
          "type": "number"
        },
        "balanceAfter": {
          "type": "number"
        }
      }
    }
  },
  "create_watch": {
    "input": {
      "type": "object",
      "properties": {
        "type": {
          "type": "string",
          "enum": [
            "chain.can_sign",
            "chain.pool_state",
            "chain.resolve_address",
            "chain.token_account_owner",
            "chain.token_risk"
          ],
          "description": "A watchable type."
        },
        "params": {
          "type": "object",
          "description": "The type's parameters."
        },
        "condition": {
          "type": "object",
          "description": "The test that a verified datum must pass.",
          "anyOf": [
            {
              "properties": {
                "field": {
                  "type": "string"
                },
                "changes": {
                  "const": true
                }
              },
              "required": [
                "field",
                "changes"
              ]
            },
            {
              "properties": {
                "field": {
                  "type": "string"
                },
                "crosses": {
                  "type": "number"
                },
                "direction": {
                  "type": "string",
                  "enum": [
                    "below",
                    "above"
                  ]
                }
              },
              "required": [
                "field",
                "crosses",
                "direction"
              ]
            }
          ]
        },
        "minLevel": {
          "description": "A change below this level sends no notification.",
          "type": "string",
          "enum": [
            "single_source",
            "consensus",
            "anchored"
          ]
        },
        "webhookUrl": {
          "type": "string",
          "description": "The http or https URL that receives notifications."
        },
        "minIntervalSeconds": {
          "default": 30,
          "description": "The quiet time after a received notification, in seconds.",
          "type": "integer"
        }
      },
      "required": [
        "type",
        "params",
        "webhookUrl"
      ]
    },
    "output": {
      "type": "object",
      "properties": {
        "id": {
          "type": "string"
        },
        "type": {
          "type": "string"
        },
        "params": {
          "type": "object"
        },
        "condition": {
          "type": [
            "object",
            "null"
          ]
        },
        "minLevel": {
          "type": "string"
        },
        "webhookUrl": {
          "type": "string"
        },
        "minIntervalSeconds": {
          "type": "integer"
        },
        "watchedAddress": {
          "type": "string"
        },
        "createdAt": {
          "type": "string"
        },
        "notEvaluated": {
          "type": "object"
        },
        "webhookSecret": {
          "type": "string"
        }
      }
    }
  },
  "list_watches": {
    "output": {
      "type": "object",
      "properties": {
        "watches": {
          "type": "array"
        },
        "nextCursor": {
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  },
  "explain": {
    "output": {
      "type": "object",
      "properties": {
        "at": {
          "type": "string"
        },
        "type": {
          "type": [
            "string",
            "null"
          ]
        },
        "params": {
          "type": "object"
        },
        "required": {
          "type": [
            "string",
            "null"
          ]
        },
        "status": {
          "enum": [
            "delivered",
            "refused",
            "no_source",
            "error"
          ]
        },
        "level": {
          "type": [
            "string",
            "null"
          ]
        },
        "reason": {
          "type": "string"
        },
        "answer": {
          "type": [
            "object",
            "null"
          ]
        },
        "sources": {
          "type": "array"
        },
        "independence": {
          "type": "array"
        },
        "traceId": {
          "type": "string"
        },
        "charge": {
          "type": [
            "object",
            "null"
          ]
        },
        "failure": {
          "type": "object"
        }
      }
    }
  }
} as const;
