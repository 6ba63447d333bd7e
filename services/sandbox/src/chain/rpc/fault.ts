/** What a node says when it cannot do what was asked, in JSON-RPC's own terms. */
export class RpcFault extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A refusal of parameters, saying what would be right. */
export function invalidParams(sentence: string): RpcFault {
  return new RpcFault(-32_602, `Invalid params: ${sentence}`);
}
