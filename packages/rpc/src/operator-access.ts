import { createHash, timingSafeEqual } from 'node:crypto';
import type { CallContext } from './context.ts';

/** A call of an operator method with a valid token. */
export type OperatorAction = {
  /** Name of the operator. */
  readonly operator: string;
  /** SHA-256 of the operator's token, 32 bytes. */
  readonly tokenSha256: Buffer;
  /** Name of the method, such as "CreateAccount". */
  readonly method: string;
  readonly request: unknown;
  readonly context: CallContext;
};

/** A call of an operator method without a valid token. */
export type RefusedAction = Omit<OperatorAction, 'operator'> & {
  /** The caller's IP address. */
  readonly address: string;
};

/** The operator methods of a service, and the check of the tokens that they need. */
export type OperatorAccess = {
  /** Names of the methods, such as "CreateAccount". */
  readonly names: readonly string[];
  /**
   * Returns the name of the operator of a token, by the token's SHA-256; undefined without such an operator. Rejects with
   * RATE_LIMIT when the address tried too many wrong tokens, and with another Fault when it cannot check the token.
   */
  readonly operatorOf: (
    tokenSha256: Buffer,
    from: Pick<RefusedAction, 'method' | 'address'>,
  ) => Promise<string | undefined>;
  /** Performs an action and records it. Actions are performed without a record when absent. */
  readonly perform?: (action: OperatorAction, run: () => Promise<unknown>) => Promise<unknown>;
  /** Receives a call that had no valid token. */
  readonly onRefused?: (refused: RefusedAction) => void;
};

/** Name of the operator whose token is a setting of the services. */
export const rootOperator = 'root';

/** Returns the SHA-256 of an operator token, 32 bytes. */
export function hashOperatorToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/**
 * Returns a check that accepts one token and names its operator "root". It compares digests, so that the duration reveals
 * neither the length nor the first difference.
 */
export function rootTokenCheck(token: string): (tokenSha256: Buffer) => string | undefined {
  const expected = hashOperatorToken(token);
  return (tokenSha256) => (timingSafeEqual(tokenSha256, expected) ? rootOperator : undefined);
}

const bearerPattern = /^Bearer ([\u0021-\u007e]{1,500})$/;

/** Returns the token of an authorization header; empty when the header has no bearer token. */
export function bearerToken(header: string): string {
  return bearerPattern.exec(header)?.[1] ?? '';
}
