import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { AdmitRequest } from '@assay/rpc/gen/assay/billing/v1/AdmitRequest';
import type { SettleRequest } from '@assay/rpc/gen/assay/billing/v1/SettleRequest';
import type { Charge__Output } from '@assay/rpc/gen/assay/billing/v1/Charge';
import type { Decision__Output } from '@assay/rpc/gen/assay/events/v1/Decision';
import type { CatalogEntry__Output } from '@assay/rpc/gen/assay/engine/v1/CatalogEntry';
import type { FailedCall, FailedCall__Output } from '@assay/rpc/gen/assay/engine/v1/FailedCall';
import type { LeftOutCalls } from '@assay/rpc/gen/assay/engine/v1/LeftOutCalls';
import type { RecordGateRequest } from '@assay/rpc/gen/assay/engine/v1/RecordGateRequest';
import type { RecordUnresolvedRequest } from '@assay/rpc/gen/assay/engine/v1/RecordUnresolvedRequest';
import type { VerifyRequest } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { ResolveResponse__Output } from '@assay/rpc/gen/assay/resolver/v1/ResolveResponse';
import { decisionWith, responseWith } from '@assay/rpc/testing/answers';
import { generateApiKey, hashApiKey } from '@assay/identifiers/api-key';
import type { ServiceClients } from '../service-clients.ts';
import { fakeIdempotentCalls } from './fake-idempotent-calls.ts';

/** One account of the fake billing. Amounts are micro-credits. */
export type FakeAccount = { balance: bigint; limit: number; counted: number };

type FakeHold = { readonly account: FakeAccount; readonly micros: bigint; captured?: bigint };

/**
 * Returns a billing service in memory. It follows the rules of the contract, but stores nothing durably. Tests read and
 * change `state`.
 */
export function fakeBilling(): {
  readonly billing: ServiceClients['billing'];
  readonly state: {
    readonly accounts: Map<string, FakeAccount>;
    readonly holds: Map<string, FakeHold>;
    readonly admits: AdmitRequest[];
    readonly settlements: SettleRequest[];
    readonly idempotent: ReturnType<typeof fakeIdempotentCalls>['state'];
    /** The charges of each account and trace: `<account id> <32 hex digits>`. */
    readonly charges: Map<string, Charge__Output[]>;
    readonly delivered: string[];
    readonly undelivered: string[];
    /** Functions that run before the method with the same name. An error that they throw reaches the gateway. */
    readonly before: Partial<Record<keyof ServiceClients['billing'], () => Promise<void> | void>>;
  };
  /** Opens an account and returns it with its key. */
  readonly open: (balance?: bigint, limit?: number) => { readonly key: string; readonly account: FakeAccount };
} {
  const idempotent = fakeIdempotentCalls();
  const state: ReturnType<typeof fakeBilling>['state'] = {
    idempotent: idempotent.state,
    charges: new Map(),
    accounts: new Map(),
    holds: new Map(),
    admits: [],
    settlements: [],
    delivered: [],
    undelivered: [],
    before: {},
  };
  const heldOf = (account: FakeAccount): bigint =>
    [...state.holds.values()].reduce(
      (sum, hold) => (hold.account === account && hold.captured === undefined ? sum + hold.micros : sum),
      0n,
    );
  const hold = (account: FakeAccount, id: string, micros: bigint): boolean => {
    if (account.balance - heldOf(account) < micros) {
      return false;
    }
    state.holds.set(id, { account, micros });
    return true;
  };
  return {
    state,
    open: (balance = 10_000_000n, limit = 1_000) => {
      const key = generateApiKey();
      const account = { balance, limit, counted: 0 };
      state.accounts.set(hashApiKey(key).toString('hex'), account);
      return { key, account };
    },
    billing: {
      ...idempotent.methods,
      GetAccountCharges: async ({ account_id, trace_id }) => ({
        charges: state.charges.get(`${account_id} ${trace_id}`) ?? [],
      }),
      Admit: async (request) => {
        await state.before.Admit?.();
        state.admits.push(request);
        const account = state.accounts.get(Buffer.from(request.key_sha256 as Uint8Array).toString('hex'));
        if (account === undefined) {
          return admission('ADMISSION_INVALID_KEY', { balance: 0n, limit: 0, counted: 0 });
        }
        if (account.counted >= account.limit) {
          return admission('ADMISSION_RATE_LIMITED', account);
        }
        account.counted += 1;
        const micros = BigInt(String(request.hold_micros));
        const covered = micros === 0n || hold(account, request.hold_id ?? '', micros);
        return admission(covered ? 'ADMISSION_ADMITTED' : 'ADMISSION_INSUFFICIENT_CREDITS', account);
      },
      Hold: async (request) => {
        await state.before.Hold?.();
        const [account] = [...state.accounts.values()];
        if (account === undefined) {
          throw new Fault('INTERNAL');
        }
        const held = hold(account, request.hold_id ?? '', BigInt(String(request.hold_micros)));
        return { held, balance_micros: account.balance.toString() };
      },
      Settle: async (request) => {
        await state.before.Settle?.();
        state.settlements.push(request);
        const held = state.holds.get(request.hold_id ?? '');
        if (held === undefined) {
          return { settlement: 'SETTLEMENT_UNKNOWN_HOLD', balance_micros: '0', captured_micros: '0' };
        }
        if (held.captured === undefined) {
          held.captured = BigInt(String(request.capture_micros));
          held.account.balance -= held.captured;
        }
        return {
          settlement: 'SETTLEMENT_SETTLED',
          balance_micros: held.account.balance.toString(),
          captured_micros: held.captured.toString(),
        };
      },
      Confirm: async (request) => {
        await state.before.Confirm?.();
        state.delivered.push(...(request.delivered_hold_ids ?? []));
        state.undelivered.push(...(request.undelivered_hold_ids ?? []));
        return { busy_hold_ids: [] };
      },
    },
  };
}

function admission(
  outcome: 'ADMISSION_ADMITTED' | 'ADMISSION_INVALID_KEY' | 'ADMISSION_RATE_LIMITED' | 'ADMISSION_INSUFFICIENT_CREDITS',
  account: FakeAccount,
): Awaited<ReturnType<ServiceClients['billing']['Admit']>> {
  return {
    admission: outcome,
    account_id: 'acc_1',
    limit: account.limit,
    remaining: account.limit - account.counted,
    reset_ms: 12_500,
    balance_micros: account.balance.toString(),
  };
}

/** The decision of the fake engine's default answer: a delivery that cost 1,001 micro-credits. */
export const delivered: Decision__Output = decisionWith({
  type: 'token.price',
  params_json: '{"token":"SOL"}',
  outcome: 'delivered',
  data_json: '{"token":"SOL","price":"151.20000000000000001","currency":"USD","asOf":"2026-01-02T03:04:05Z"}',
  level: 'single_source',
  required: 'single_source',
  origin: 'measured',
  source: 'sandbox.coinbase',
  source_cost_micros: 1_000,
  total_cost_micros: 1_001,
});

/** Returns the decision of an answer without a datum. */
export function undelivered(outcome: string, more: Partial<Decision__Output> = {}): Decision__Output {
  return { ...delivered, outcome, data_json: '', level: '', ...more };
}

/** The fake engine's default catalog. */
export const listed: readonly CatalogEntry__Output[] = [
  entry('token.price', '2000'),
  entry('spot.price', '2000'),
  entry('funding.rate', '3000'),
  entry('social.value', '1000'),
];

function entry(type: string, maxCostMicros: string): CatalogEntry__Output {
  return {
    type,
    providers: 2,
    max_level: 'LEVEL_SINGLE_SOURCE',
    cap_reason: 'independence has not been measured yet',
    max_cost_micros: maxCostMicros,
    measuring: false,
    example_level: 'LEVEL_SINGLE_SOURCE',
    decided_pairs: 0,
    open_pairs: 0,
  };
}

/** Returns a fake engine. It returns the responses that a test sets. */
export function fakeEngine(): {
  readonly engine: ServiceClients['engine'];
  readonly state: {
    /** Returns the decision of an answer. The fake engine sets its type to that of the request. */
    verify: (request: VerifyRequest, context: CallContext) => Promise<Decision__Output>;
    list: () => Promise<readonly CatalogEntry__Output[]>;
    readonly verified: VerifyRequest[];
    readonly unresolved: RecordUnresolvedRequest[];
    readonly gates: RecordGateRequest[];
    /** The decisions of each account and trace: `<account id> <32 hex digits>`. */
    readonly decisions: Map<string, Decision__Output[]>;
    /** The failed calls that the gateway sent, in their order, and the numbers of those that it left out. */
    readonly failedCalls: FailedCall[];
    readonly leftOut: LeftOutCalls[];
    record: () => Promise<void>;
  };
} {
  const state: ReturnType<typeof fakeEngine>['state'] = {
    verify: async () => delivered,
    list: async () => listed,
    verified: [],
    unresolved: [],
    gates: [],
    failedCalls: [],
    leftOut: [],
    decisions: new Map(),
    record: async () => undefined,
  };
  return {
    state,
    engine: {
      Verify: async (request, context) => {
        state.verified.push(request);
        const decision = await state.verify(request, context);
        return responseWith({ decision: { ...decision, type: request.type ?? '' } });
      },
      RecordUnresolved: async (request) => {
        await state.record();
        state.unresolved.push(request);
        return {};
      },
      RecordGate: async (request) => {
        await state.record();
        state.gates.push(request);
        return {};
      },
      RecordFailedCalls: async ({ calls = [], left_out: leftOut = [] }) => {
        await state.record();
        state.failedCalls.push(...calls);
        state.leftOut.push(...leftOut);
        return { stored: calls.length };
      },
      GetAccountDecisions: async ({ account_id, trace_id }) => {
        const failed = state.failedCalls.find((call) => call.trace_id === trace_id && call.account_id === account_id);
        return {
          decisions: state.decisions.get(`${account_id} ${trace_id}`) ?? [],
          failed_call: failed === undefined ? null : ({ left_out: 0, ...failed } as FailedCall__Output),
        };
      },
      ListTypes: async () => ({ types: [...(await state.list())] }),
    },
  };
}

/** The fake resolver's default response: a question that it understood. */
export const resolved: ResolveResponse__Output = {
  resolved: 'RESOLVED_TYPE',
  type: 'token.price',
  params: { token: 'SOL' },
  params_json: '',
  missing: [],
  model: 'embedded@1',
  confidence: 0.97,
  fallback_reason: '',
  message: '',
};

/** Returns a fake resolver. It returns the responses that a test sets. */
export function fakeResolver(): {
  readonly resolver: ServiceClients['resolver'];
  readonly state: { resolve: (query: string) => Promise<ResolveResponse__Output>; readonly queries: string[] };
} {
  const state: ReturnType<typeof fakeResolver>['state'] = { resolve: async () => resolved, queries: [] };
  return {
    state,
    resolver: {
      Resolve: (request) => {
        state.queries.push(request.query ?? '');
        return state.resolve(request.query ?? '');
      },
    },
  };
}
