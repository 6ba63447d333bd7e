import { verifyNotification, type JsonObject } from '@assay/client/webhooks';
import { canonicalJson } from '@assay/client/canonical-json';
import type { PostResult } from '@assay/egress/egress';
import { traceIdOf } from '@assay/rpc/context';
import { expect, test } from '@jest/globals';
import type { DeliveryEnding } from './claim/claim.ts';
import { deliver } from './deliver.ts';
import type { DeliverPorts } from './ports.ts';
import {
  answered,
  createTestPorts,
  crossingWatch,
  plainWatch,
  recordEndings,
  secret,
  trigger as untracedTrigger,
  useTracer,
  verifiedRisk,
} from './testing/test-ports.ts';

const cause = 'ab'.repeat(16);
const trigger = { ...untracedTrigger, traceparent: `00-${cause}-${'1'.repeat(16)}-01` };

useTracer();

test('a delivery verifies, sends, records and charges, in this order', async () => {
  const notes: string[] = [];
  expect(await deliver(trigger, 1, createTestPorts(notes))).toEqual({ kind: 'done', outcome: 'delivered' });
  expect(notes).toEqual(['claim', 'hold', 'verify', 'start sending', 'post', 'end delivered 2000', 'settle 2000']);
});

test('each settlement names the outcome, and that of a received notification its level', async () => {
  const settled: string[] = [];
  const settle: DeliverPorts['settle'] = ({ captureMicros, outcome, level }) =>
    void settled.push(`${captureMicros} ${outcome} ${level}`);
  const { endings, end } = recordEndings();
  await deliver(trigger, 1, createTestPorts([], plainWatch, { settle, claims: { end } }));
  expect(endings).toMatchObject([{ outcome: 'delivered', level: 'anchored' }]);
  const post = async () => answered(500);
  await deliver(trigger, 1, createTestPorts([], plainWatch, { settle, post }));
  expect(settled).toEqual(['2000 delivered anchored', '0 undelivered ']);
});

test('hold, verification, notification and settlement share a trace that is not the one of the trigger', async () => {
  const seen: { hold?: unknown; verify?: string; body?: JsonObject; header?: string | undefined; settled?: string } =
    {};
  const ports = createTestPorts([], plainWatch, {
    billing: {
      Hold: async (request, context) => {
        seen.hold = [request.trace_id, traceIdOf(context), request.operation, request.account_id, request.hold_micros];
        return { held: true, balance_micros: '0' };
      },
    },
    verify: async (_request, context) => {
      seen.verify = traceIdOf(context);
      return verifiedRisk(41);
    },
    post: async (_url, body, headers) => {
      seen.body = JSON.parse(String(body)) as JsonObject;
      seen.header = headers['traceparent'];
      return answered(200);
    },
    settle: ({ traceparent }) => {
      seen.settled = traceparent;
    },
  });
  await deliver(trigger, 1, ports);
  const traceId = seen.verify ?? '';
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceId).not.toBe(cause);
  expect(seen.hold).toEqual([traceId, traceId, 'watch chain.token_risk', 'acc_1', '5000']);
  expect(seen.body?.['traceId']).toBe(`tr_${traceId}`);
  expect(seen.header).toContain(traceId);
  expect(seen.settled).toContain(traceId);
});

test('the body is canonical JSON with its signature, and verifies both as raw text and as a parsed object', async () => {
  let sent = '';
  let headers: Readonly<Record<string, string>> = {};
  const post = async (
    _url: string,
    body: Uint8Array | string,
    given: Readonly<Record<string, string>>,
  ): Promise<PostResult> => {
    sent = String(body);
    headers = given;
    return answered(204);
  };
  await deliver(trigger, 1, createTestPorts([], plainWatch, { post }));
  const parsed = JSON.parse(sent) as JsonObject;
  expect(canonicalJson(parsed)).toBe(sent);
  expect(verifyNotification(sent, secret)).toEqual(parsed);
  expect(verifyNotification(parsed, secret)).toEqual(parsed);
  expect(verifyNotification(sent.replace('"overallRisk":41', '"overallRisk":40'), secret)).toBeUndefined();
  expect(verifyNotification(sent.replace('"level":"anchored"', '"level":"consensus"'), secret)).toBeUndefined();
  expect(headers['content-type']).toBe('application/json');
  expect(parsed).toEqual({
    event: 'watch.fired',
    watchId: 'w_1',
    type: 'chain.token_risk',
    params: { address: 'So11111111111111111111111111111111111111112' },
    value: { overallRisk: 41, supply: '18446744073709551615', slot: 7 },
    verification: {
      level: 'anchored',
      origin: 'derived',
      source: 'sandbox.node-a',
      cost: '0.0004',
      traceId: parsed['traceId'],
    },
    traceId: expect.stringMatching(/^tr_[0-9a-f]{32}$/),
    firedAt: '2026-11-21T12:00:00.000Z',
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test.each(['gone', 'repeated', 'lost', 'covered', 'debounced', 'merged'] as const)(
  'a trigger that is %s is done without a hold, a verification or a notification',
  async (answer) => {
    const notes: string[] = [];
    const ports = createTestPorts(notes, plainWatch, { claims: { claim: async () => ({ answer }) } });
    expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: answer });
    expect(notes).toEqual([]);
  },
);

test.each(['running', 'waits'] as const)('a trigger that cannot be claimed yet (%s) is retried', async (answer) => {
  const ports = createTestPorts([], plainWatch, { claims: { claim: async () => ({ answer }) } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'retry', reason: answer });
});

test.each([
  ['refused', 'refused'],
  ['no_source', 'no_source'],
  ['failed', 'unverified'],
] as const)(
  'an answer that ended as %s sends nothing, releases the hold and keeps the value to compare with',
  async (engineOutcome, outcome) => {
    const notes: string[] = [];
    const { endings, end } = recordEndings();
    const verify = async () => verifiedRisk(99, { outcome: engineOutcome, data_json: '', level: '' });
    const ports = createTestPorts(notes, crossingWatch, { verify, claims: { end } });
    expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome });
    expect(notes).toEqual(['claim', 'hold', 'settle 0']);
    const notEvaluated = expect.any(String);
    expect(endings).toEqual([
      {
        outcome,
        error: notEvaluated,
        comparedJson: undefined,
        basisJson: undefined,
        notEvaluated,
        slot: undefined,
        captureMicros: 0n,
      },
    ]);
  },
);

/** Delivers a watch with a condition and returns its ending. */
async function endingOf(comparedJson: string | null, risk: unknown, status = 204): Promise<DeliveryEnding | undefined> {
  const { endings, end } = recordEndings();
  const verify = async () => verifiedRisk(risk);
  const post = async () => answered(status);
  await deliver(trigger, 1, createTestPorts([], { ...crossingWatch, comparedJson }, { verify, post, claims: { end } }));
  return endings[0];
}

test('the value to compare with changes only when nothing fires or when the notification is received', async () => {
  expect(await endingOf(null, 99)).toEqual({ outcome: 'unmet', comparedJson: '99', slot: 7n, captureMicros: 0n });
  expect(await endingOf('39', 38)).toEqual({ outcome: 'unmet', comparedJson: '38', slot: 7n, captureMicros: 0n });
  expect(await endingOf('39', 41)).toMatchObject({ outcome: 'delivered', comparedJson: '41', captureMicros: 2_000n });
  const failed = await endingOf('39', 41, 500);
  expect(failed).toMatchObject({ outcome: 'failed', httpStatus: 500, captureMicros: 0n });
  expect(failed?.comparedJson).toBeUndefined();
  expect(failed?.slot).toBeUndefined();
  expect((await endingOf('39', null))?.comparedJson).toBeUndefined();
});

test('a risk that rises because its holders became unreadable does not fire and is not compared with', async () => {
  const { endings, end } = recordEndings();
  const data = { overallRisk: 90, factors: [{ id: 'holders_unread', points: 50 }], slot: 7 };
  const verify = async () => verifiedRisk(90, { data_json: JSON.stringify(data) });
  const notes: string[] = [];
  const ports = createTestPorts(notes, { ...crossingWatch, comparedJson: '39' }, { verify, claims: { end } });
  await deliver(trigger, 1, ports);
  const notEvaluated = '"overallRisk" was not read fully';
  expect(endings).toMatchObject([{ outcome: 'unverified', notEvaluated, slot: 7n, captureMicros: 0n }]);
  expect(endings[0]?.comparedJson).toBeUndefined();
  expect(notes).not.toContain('post');
});

test('a cost above the hold is charged as the hold and reported', async () => {
  const notes: string[] = [];
  const verify = async () => verifiedRisk(1, { total_cost_micros: 2_501 });
  await deliver(trigger, 1, createTestPorts(notes, plainWatch, { verify }));
  expect(notes).toContain('end delivered 5000');
  expect(notes).toContain('hold exceeded');
});

test('a call that costs nothing holds one micro-credit, because billing accepts no hold of zero', async () => {
  let held: unknown;
  const ports = createTestPorts([], plainWatch, {
    maxDebitMicros: () => 0n,
    billing: {
      Hold: async (request) => {
        held = request.hold_micros;
        return { held: true, balance_micros: '0' };
      },
    },
  });
  await deliver(trigger, 1, ports);
  expect(held).toBe('1');
});
