import { randomUUID } from 'node:crypto';
import { Fault, toFault } from '@assay/faults/faults';
import { rootTokenCheck, type OperatorAccess, type OperatorAction } from '@assay/rpc/operator-access';
import { createAttemptLimit, type AttemptLimit } from './attempt-limit.ts';
import type { ServiceTools } from './run.ts';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';

/** A row of the audit table: one step of an action. */
export type OperatorRecord = {
  /** An id that all rows of the same action share. */
  readonly actionId: string;
  readonly tokenSha256: Buffer;
  /** The service and the method, such as "billing.CreateAccount". */
  readonly action: string;
  /** The arguments of the call, without secrets. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** "started" before a change; afterwards "OK" or a fault code. */
  readonly outcome: string;
};

/** Settings of the operator methods of one service. */
export type OperatorAccessOptions = {
  /** Name of the service, such as "billing". */
  readonly service: string;
  readonly names: readonly string[];
  /** The token of the operator "root". */
  readonly rootToken: string;
  /** Returns the name of the operator who has a token, found by the token's SHA-256. Undefined when no operator has it. */
  readonly findOperator: (tokenSha256: Buffer) => Promise<string | undefined>;
  /**
   * Stores a row of the audit table. When the first row of a change cannot be stored, the operator's change is not
   * executed.
   */
  readonly record: (row: OperatorRecord) => Promise<void>;
  /** Returns the arguments of a call without secrets. */
  readonly argumentsOf: (method: string, request: unknown) => Readonly<Record<string, unknown>>;
};

/**
 * The limit on wrong tokens: a network may try `burst` tokens at once, and regains one attempt every `everyMs`
 * milliseconds.
 */
const wrongTokens = { burst: 10, everyMs: 10_000 };
/** Maximum number of refused attempts that one process records and logs per minute. The metric counts all of them. */
const maxRefusalsPerMinute = 60;
const minuteMs = 60_000;
const readPattern = /^(?:Get|List)/;

/**
 * Returns the operator access of a service. It records every action with its operator and outcome. It records a change
 * also before executing it. It logs, counts and records refused attempts. After ten wrong tokens, it refuses a network
 * without comparing tokens, even a valid one. The refusals end when the network's limit allows another attempt.
 */
export function createOperatorAccess(
  options: OperatorAccessOptions,
  tools: Pick<ServiceTools, 'log' | 'metrics'>,
  monotonic: () => number = () => performance.now(),
): OperatorAccess {
  const { names, findOperator, record } = options;
  const refusals = tools.metrics.counter(
    'assay_operator_refusals_total',
    'Calls of operator methods without a valid token, by method and reason: token, or limit after too many wrong ones.',
    ['method', 'reason'],
  );
  const limit = createAttemptLimit(wrongTokens, monotonic);
  const isRoot = rootTokenCheck(options.rootToken);
  const warn = createThrottledWarning(tools.log);
  const mayRecordRefusal = limitPerMinute(maxRefusalsPerMinute, monotonic);
  const { rowOf, onEnd } = createActionRecorder(options, tools);
  return {
    names,
    operatorOf: (tokenSha256, { method, address }) => {
      const lookUp = async (): Promise<string | undefined> => isRoot(tokenSha256) ?? findOperator(tokenSha256);
      const onLimited = (): void => {
        refusals.inc({ method, reason: 'limit' });
        warn('refused operator calls of a network that tried too many wrong tokens', undefined, { method, address });
      };
      return lookUpWithin(limit, address, lookUp, onLimited);
    },
    perform: async (action, run) => {
      const actionId = randomUUID();
      const isRead = readPattern.test(action.method);
      if (!isRead) {
        await record(rowOf(action, actionId, 'started'));
      }
      const outcome = await run().then(
        (response) => ({ response, code: 'OK' }),
        (thrown: unknown) => ({ fault: toFault(thrown), code: toFault(thrown).code }),
      );
      const recorded = onEnd(action, actionId, outcome.code);
      // A read does not wait until its audit row is stored, so that reads stay fast while billing is unavailable.
      await (isRead ? undefined : recorded);
      if ('fault' in outcome) {
        throw outcome.fault;
      }
      return outcome.response;
    },
    onRefused: (refused) => {
      const { method, address } = refused;
      refusals.inc({ method, reason: 'token' });
      if (mayRecordRefusal()) {
        tools.log.warn({ method, address }, 'refused an operator call without a valid token');
        record(rowOf(refused, randomUUID(), 'FORBIDDEN')).catch((error: unknown) =>
          warn('could not record a refused operator call', error),
        );
      }
    },
  };
}

/** Returns functions that describe an action for the audit table, and that log, count and record its outcome. */
function createActionRecorder(
  { service, record, argumentsOf }: OperatorAccessOptions,
  tools: Pick<ServiceTools, 'log' | 'metrics'>,
) {
  const actions = tools.metrics.counter(
    'assay_operator_actions_total',
    'Calls of operator methods with a valid token, by method and outcome.',
    ['method', 'outcome'],
  );
  const rowOf = (action: Omit<OperatorAction, 'operator'>, actionId: string, outcome: string): OperatorRecord => ({
    actionId,
    tokenSha256: action.tokenSha256,
    action: `${service}.${action.method}`,
    arguments: argumentsOf(action.method, action.request),
    outcome,
  });
  const onEnd = async (action: OperatorAction, actionId: string, outcome: string): Promise<void> => {
    const { operator, method } = action;
    actions.inc({ method, outcome });
    tools.log.info({ operator, method, outcome, actionId }, 'performed an operator action');
    try {
      await record(rowOf(action, actionId, outcome));
    } catch (error) {
      // The change has been executed. Its first audit row and the log line above remain as its record.
      tools.log.warn({ err: error, actionId }, 'could not record the outcome of an operator action');
    }
  };
  return { rowOf, onEnd };
}

/**
 * Finds the operator of a token, within the limit of the caller's network. Rejects with RATE_LIMIT beyond the limit. Only a
 * wrong token uses up an attempt.
 */
async function lookUpWithin(
  limit: AttemptLimit,
  address: string,
  lookUp: () => Promise<string | undefined>,
  onLimited: () => void,
): Promise<string | undefined> {
  const waitMs = limit.take(address);
  if (waitMs > 0) {
    onLimited();
    const seconds = Math.ceil(waitMs / 1_000);
    throw new Fault('RATE_LIMIT', `too many wrong operator tokens came from your network; wait ${seconds} seconds`);
  }
  let isWrong = false;
  try {
    const operator = await lookUp();
    isWrong = operator === undefined;
    return operator;
  } finally {
    // Only a comparison that failed counts as a wrong token, so every other result gives the attempt back.
    if (!isWrong) {
      limit.giveBack(address);
    }
  }
}

/** Creates a function that returns true at most `max` times per minute. */
function limitPerMinute(max: number, monotonic: () => number): () => boolean {
  let startedAtMs = monotonic();
  let count = 0;
  return () => {
    if (monotonic() - startedAtMs >= minuteMs) {
      startedAtMs = monotonic();
      count = 0;
    }
    count += 1;
    return count <= max;
  };
}
