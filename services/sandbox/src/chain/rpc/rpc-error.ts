/** What a node says when it cannot do what was asked, in JSON-RPC's own terms. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A refusal of parameters, saying what would be right. */
export function invalidParams(sentence: string): RpcError {
  return new RpcError(-32_602, `Invalid params: ${sentence}`);
}
