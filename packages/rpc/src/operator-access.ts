import { createHash, timingSafeEqual } from 'node:crypto';
import type { CallContext } from './context.ts';

/** A call of an operator method with a valid token. */
export type OperatorAction = {
  /** Name of the operator. */
  readonly operator: string;
  /** SHA-256 of the operator's token: 32 bytes. */
  readonly tokenSha256: Buffer;
  /** Name of the method, such as "CreateAccount". */
  readonly method: string;
  readonly request: unknown;
  readonly context: CallContext;
};

/** A refused call of an operator method, because it had no valid token. */
export type RefusedAction = Omit<OperatorAction, 'operator'> & {
  /** The caller's IP address. */
  readonly address: string;
};

/** The operator methods of a service, and how their tokens are checked. */
export type OperatorAccess = {
  /** Names of the methods, such as "CreateAccount". */
  readonly names: readonly string[];
  /**
   * Returns the name of the operator who has a token, found by the token's SHA-256; undefined when nobody has it. Rejects
   * with RATE_LIMIT when the address tried too many wrong tokens, and with another Fault when the token cannot be checked.
   */
  readonly operatorOf: (
    tokenSha256: Buffer,
    from: Pick<RefusedAction, 'method' | 'address'>,
  ) => Promise<string | undefined>;
  /** Executes an action and records it. When absent, actions are executed without a record. */
  readonly perform?: (action: OperatorAction, run: () => Promise<unknown>) => Promise<unknown>;
  /** Called for a call without a valid token. */
  readonly onRefused?: (refused: RefusedAction) => void;
};

/** Name of the operator whose token is a setting of the services. Billing stores the tokens of all other operators. */
export const rootOperator = 'root';

/** Returns the SHA-256 of an operator token, 32 bytes. */
export function hashOperatorToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/**
 * Returns a check that accepts a single token and returns "root" for it. It compares digests, so that the time it takes
 * reveals nothing about the token.
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
