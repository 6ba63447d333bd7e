import { expect, test } from '@jest/globals';
import { recordedDecision } from './decision.ts';
import { spansUrlOf } from './endpoints.ts';
import { formatTrace } from './trace-tree.ts';

const traceId = `tr_${'4bf92f3577b34da6a3ce929d0e0e4736'}`;

const parseDecision = (json: string) => recordedDecision({ decision: null, decision_json: json });
const decision = parseDecision(
  JSON.stringify({
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    decided_at_ms: '1790000000100',
    account_id: 'acc_1',
    type: 'token.price',
    params_json: '{"token":"SOL"}',
    outcome: 'delivered',
    level: 'single_source',
    required: 'single_source',
    source: 'sandbox.coinbase',
    origin: 'measured',
    data_json: '{"token":"SOL","price":"150.25"}',
    reason: 'one provider answered and the independence of its peers is not measured',
    source_cost_micros: '1000',
    total_cost_micros: '1500',
    latency_ms: 84,
    attempts: [
      {
        provider: 'sandbox.kraken',
        role: 'source',
        outcome: 'timeout',
        asked_at_ms: '1790000000000',
        received_at_ms: '0',
        source_at_ms: '0',
        data_json: '',
        detail: 'no answer within 40 ms',
        cost_micros: '500',
        http_status: 0,
        coalesced: false,
      },
      {
        provider: 'sandbox.coinbase',
        role: 'hedge',
        outcome: 'ok',
        asked_at_ms: '1790000000040',
        received_at_ms: '1790000000082',
        source_at_ms: '1789999999882',
        data_json: '{"token":"SOL","price":"150.25"}',
        detail: '',
        cost_micros: '1000',
        http_status: 200,
        coalesced: true,
      },
    ],
    resolution: { model: 'embedded@3', confidence: 0.976, fallback_reason: 'the endpoint did not answer' },
    traceparent: '',
  }),
);

const charge = {
  hold_id: 'h_1',
  account_id: 'acc_1',
  operation: 'ask token.price',
  held_micros: '5000',
  captured_micros: '1875',
  state: 'confirmed',
  held_at: '2026-09-21T13:33:20.000Z',
  ended_at: '2026-09-21T13:33:20.110Z',
  entries: [{ account_id: 'acc_1', amount_micros: '-1875', kind: 'capture', at: '2026-09-21T13:33:20.105Z' }],
};

test('the tree shows the question, every source with its times and answer, the reason and the charge', () => {
  expect(formatTrace({ traceId, decisions: [decision], charges: [charge] })).toBe(
    [
      `${traceId}  delivered, single_source (required: single_source)`,
      '├─ asked     token.price {"token":"SOL"}',
      '├─ decided   2026-09-21T14:13:20.100Z, after 84 ms, for account acc_1',
      '├─ resolved  by embedded@3, confidence 0.98, because the endpoint did not answer',
      '├─ answer    {"token":"SOL","price":"150.25"} from sandbox.coinbase (measured), cost 0.001',
      '├─ why       one provider answered and the independence of its peers is not measured',
      '├─ sources   2 asked, cost 0.0015 in all',
      '│  ├─ sandbox.kraken  source  timeout  no answer  cost 0.0005',
      '│  │  ├─ clocks  asked 2026-09-21T14:13:20.000Z  received none  source none',
      '│  │  └─ detail  no answer within 40 ms',
      '│  └─ sandbox.coinbase  hedge  ok (HTTP 200)  42 ms  cost 0.001  shared with other calls in flight',
      '│     ├─ clocks  asked 2026-09-21T14:13:20.040Z  received 2026-09-21T14:13:20.082Z  source 2026-09-21T14:13:19.882Z (200 ms old on arrival)',
      '│     └─ said    {"token":"SOL","price":"150.25"}',
      '└─ charged',
      '   └─ confirmed  0.001875 of 0.005 held  ask token.price',
      '      ├─ hold    h_1 of account acc_1',
      '      ├─ from    2026-09-21T13:33:20.000Z to 2026-09-21T13:33:20.110Z',
      '      └─ ledger  capture  -0.001875  acc_1  2026-09-21T13:33:20.105Z',
    ].join('\n'),
  );
});

test('the tree shows how far a compared source is from the one that was delivered', () => {
  const [first, ...others] = decision.attempts;
  const compared = {
    ...decision,
    attempts: [{ ...first, difference_bps: '3.2' }, ...others] as typeof decision.attempts,
  };
  const linesOf = (outcome: string): readonly string[] =>
    formatTrace({ traceId, decisions: [{ ...compared, outcome }], charges: [] })
      .split('\n')
      .filter((line) => line.includes('differs'));
  expect(linesOf('delivered')).toEqual(['│  │  ├─ differs by 3.2 bp from the delivered number']);
  expect(linesOf('refused')).toEqual(["│  │  ├─ differs by 3.2 bp from the source's number"]);
});

test('the tree ends with the address of the spans when a viewer is known', () => {
  const spansUrl = spansUrlOf({ traceViewerUrl: 'http://viewer/trace/{traceId}?from=now-1h' }, 'ab'.repeat(16));
  const tree = formatTrace({ traceId, decisions: [decision], charges: [charge], spansUrl });
  expect(tree.split('\n').at(-1)).toBe(`└─ spans     http://viewer/trace/${'ab'.repeat(16)}?from=now-1h`);
  expect(spansUrlOf({}, 'ab'.repeat(16))).toBeUndefined();
  expect(() => spansUrlOf({ traceViewerUrl: 'http://viewer' }, '')).toThrow('must contain {traceId}');
});

test('the tree of a watch shows the state of its notification', () => {
  const delivery = {
    watch_id: 'w_1',
    trace_id: traceId,
    trigger_id: 'w_1.7.aa',
    state: 'ended',
    outcome: 'failed',
    http_status: 500,
    error: 'the webhook answered 500; only a 2xx status counts as received',
    taken_at: '2026-09-21T13:33:20.000Z',
    sent_at: '2026-09-21T13:33:20.100Z',
    ended_at: '2026-09-21T13:33:20.120Z',
  };
  const lines = formatTrace({ traceId, decisions: [decision], charges: [charge], delivery }).split('\n');
  const at = lines.indexOf('├─ notified  failed (HTTP 500)  watch w_1');
  expect(lines.slice(at + 1, at + 5)).toEqual([
    '│  ├─ trigger  w_1.7.aa',
    '│  ├─ claimed  2026-09-21T13:33:20.000Z  sent 2026-09-21T13:33:20.100Z  ended 2026-09-21T13:33:20.120Z',
    '│  └─ error    the webhook answered 500; only a 2xx status counts as received',
    '└─ charged',
  ]);
  const inFlight = { ...delivery, state: 'claimed', outcome: '', http_status: 0, error: '', sent_at: '', ended_at: '' };
  const tree = formatTrace({ traceId, decisions: [decision], charges: [], delivery: inFlight });
  expect(tree).toContain('notified  claimed  watch w_1');
  expect(tree).toContain('sent not yet  ended not yet');
});

test('the tree of a request without a decision says that nothing was charged', () => {
  expect(formatTrace({ traceId, decisions: [], charges: [] })).toBe(
    [`${traceId}  no recorded decision`, '└─ charged', '   └─ nothing: this trace has no hold'].join('\n'),
  );
});

test('a decision without a level or attempts is valid', () => {
  const refused = parseDecision(JSON.stringify({ outcome: 'no_source', type: 'spot.price', resolution: null }));
  const tree = formatTrace({ traceId, decisions: [refused], charges: [] });
  expect(tree).toContain('no_source, no level reached (required: none)');
  expect(tree).toContain('sources   0 asked, cost 0 in all');
});

test('the tree shows the independence verdicts at the time of the decision', () => {
  const then = {
    ...decision,
    independence: [
      {
        one: 'sandbox.kraken',
        other: 'sandbox.coinbase',
        verdict: 'independent',
        nats: 0.4,
        observations: 211,
        since_ms: '1790000000000',
        measured_on: 'spot.price:BTC',
        max_share_parts: 1_200,
        reason: '',
      },
      {
        one: 'sandbox.kraken',
        other: 'sandbox.okx',
        verdict: 'unknown',
        nats: 0,
        observations: 0,
        since_ms: '0',
        measured_on: '',
        max_share_parts: 0,
        reason: 'okx states that its data come from other venues',
      },
    ],
  };
  const tree = formatTrace({ traceId, decisions: [then], charges: [] });
  expect(tree).toContain('independence at that time');
  expect(tree).toContain(
    'sandbox.kraken and sandbox.coinbase  independent  at most 12 % in common, measured on spot.price:BTC, 0.4 nats, 211 informative observations, since 2026-09-21T',
  );
  expect(tree).toContain(
    'sandbox.kraken and sandbox.okx  unknown  not measured on this asset, 0.0 nats, 0 informative observations, no verdict yet',
  );
  expect(tree).toMatch(/no verdict yet\n.*okx states that its data come from other venues/);
});

test('the tree of a gate shows its parts, its own decision and one charge', () => {
  const part = (type: string) => ({ ...decision, type, resolution: null, attempts: [] });
  const gate = parseDecision(
    JSON.stringify({
      type: 'gate',
      decided_at_ms: '1790000000110',
      account_id: 'acc_1',
      params_json: '{"pool":"p","policy":{"maxPriceImpactBps":100}}',
      outcome: 'refuse',
      data_json: '{"checkedMint":"m"}',
      reason: "price impact 182 bps exceeds the policy's 100",
      latency_ms: 90,
    }),
  );
  const decisions = [part('chain.swap_quote'), part('chain.token_risk'), gate];
  const lines = formatTrace({ traceId, decisions, charges: [{ ...charge, operation: 'gate' }] }).split('\n');
  expect(lines.filter((line) => /^[├└]/.test(line))).toEqual([
    '├─ chain.swap_quote  delivered, single_source (required: single_source)',
    '├─ chain.token_risk  delivered, single_source (required: single_source)',
    '├─ gate  refuse',
    '└─ charged',
  ]);
  expect(lines[0]).toBe(`${traceId}  3 decisions`);
  expect(lines.slice(lines.indexOf('├─ gate  refuse') + 1, lines.indexOf('└─ charged'))).toEqual([
    '│  ├─ asked     gate {"pool":"p","policy":{"maxPriceImpactBps":100}}',
    '│  ├─ decided   2026-09-21T14:13:20.110Z, after 90 ms, for account acc_1',
    "│  ├─ why       price impact 182 bps exceeds the policy's 100",
    '│  └─ judged    {"checkedMint":"m"}',
  ]);
});

test('the tree of a refusal says that its answer was not delivered, and a question without a type shows no empty parameters', () => {
  const refused = formatTrace({
    traceId,
    decisions: [{ ...decision, outcome: 'refused', data_json: '' }],
    charges: [],
  });
  expect(refused).toContain('├─ answer    not delivered, best from sandbox.coinbase (measured), cost 0.001');
  const unresolved = { ...decision, type: '', params_json: '{}', outcome: 'unresolved' };
  expect(formatTrace({ traceId, decisions: [unresolved], charges: [] })).toContain(
    '├─ asked     a question that no type matched\n',
  );
});
