import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { Fault } from '@assay/faults/faults';
import { priceType } from '@assay/providers/testing/test-providers';
import type { CallContext } from '@assay/rpc/context';
import type { VerifyRequest__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyRequest';
import type { Decision } from '@assay/rpc/gen/assay/events/v1/Decision';
import { subjects } from '@assay/rpc/subjects';
import { createUndecidedSwaps } from '../decisions/undecided-swaps.ts';
import { createHandlers, type HandlerPorts } from '../handlers.ts';
import { verify } from '../verification/verify.ts';
import { monotonicStartMs, openTestSources, portsOf, type FakeProvider } from './test-sources.ts';

/** The trace id of the test's calls. */
export const traceId = 'a'.repeat(32);

/** The context of the test's calls. */
export const context: CallContext = {
  trace: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: 'b'.repeat(16), traceFlags: 1 }),
  deadlineAtMs: monotonicStartMs + 9_000,
};

/** A question for the price that the fake providers of the test return. */
export const request: VerifyRequest__Output = {
  type: priceType.id,
  params: { symbol: 'BTC' },
  params_json: '',
  min_level: 'LEVEL_UNSPECIFIED',
  resolution: { model: 'embedded@3', confidence: 0.9, fallback_reason: '', query: 'what is BTC worth?' },
  account_id: 'acc_1',
  reads_decision: true,
};

/** Returns the handlers of an engine that asks these fake providers, and records of their calls. */
export function play(plays: Record<string, FakeProvider>, overrides: Partial<HandlerPorts> = {}) {
  const world = openTestSources(plays, { mode: 'sandbox', urls: { a: 'http://a.test', b: 'http://b.test' } });
  const recorded: Decision[] = [];
  const restedOn: Decision[] = [];
  const handlers = createHandlers({
    verify: async (question, call) => verify(question, call, portsOf(world)),
    verifySwap: () => Promise.reject(new Fault('TYPE_NOT_FOUND')),
    undecided: createUndecidedSwaps(world.clock.monotonic),
    record: async (decision, restsOn = Buffer.alloc(0)) => {
      recorded.push(decision);
      restedOn.push(...subjects.decisionRecorded.decode(restsOn).decisions);
    },
    listTypes: async () => [],
    independence: () => ({ types: [] }),
    pairEvidence: async () => [],
    findDecisions: async () => [],
    words: { keepsWords: () => true, change: async () => undefined, refresh: async () => undefined },
    findFailedCall: async () => undefined,
    recordFailedCalls: async () => 0,
    listDecisions: async () => [],
    findTraces: async () => [],
    onDecision: () => undefined,
    now: world.clock.now,
    ...overrides,
  });
  return { handlers, recorded, restedOn, clock: world.clock };
}
