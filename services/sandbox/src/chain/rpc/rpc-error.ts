/** An error of a JSON-RPC call, with its code and data. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Returns the error for invalid parameters. The message states what would be valid. */
export function invalidParams(message: string): RpcError {
  return new RpcError(-32_602, `Invalid params: ${message}`);
}
