import { postFailures, type PostFailure, type PostResult } from '@assay/egress/egress';
import { Fault } from '@assay/faults/faults';
import { expect, test } from '@jest/globals';
import { deliver } from './deliver.ts';
import {
  answered,
  createTestPorts,
  plainWatch,
  recordEndings,
  trigger,
  useTracer,
  verifiedRisk,
  type ReplacedPorts,
} from './testing/test-ports.ts';

useTracer();

test('without credit nothing is verified or sent, and the outcome says how to go on', async () => {
  const notes: string[] = [];
  const { endings, end } = recordEndings();
  const billing = { Hold: async () => ({ held: false, balance_micros: '3' }) };
  const ports = createTestPorts(notes, plainWatch, { billing, claims: { end } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'no_credits' });
  expect(notes).toEqual(['claim', 'settle 0']);
  expect(endings).toMatchObject([{ outcome: 'no_credits', error: expect.stringContaining('add credits') }]);
});

const failures: [PostResult, string][] = [
  [answered(500), 'the webhook answered 500; only a 2xx status counts as received'],
  [answered(404), 'the webhook answered 404; only a 2xx status counts as received'],
  [answered(307), 'the webhook answered with the redirect 307, and redirects are not followed'],
  ...(Object.keys(postFailures) as PostFailure[]).map((reason): [PostResult, string] => [
    { kind: 'failed', reason, status: undefined },
    postFailures[reason],
  ]),
];

test.each(failures)('%j is recorded without an address, not charged and not sent again', async (result, text) => {
  const notes: string[] = [];
  const { endings, end } = recordEndings();
  const post = async () => {
    notes.push('post');
    return result;
  };
  const ports = createTestPorts(notes, plainWatch, { post, claims: { end } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'failed' });
  expect(endings).toMatchObject([{ outcome: 'failed', error: text, captureMicros: 0n }]);
  expect(endings[0]?.error).not.toMatch(/\d+\.\d+\.\d+\.\d+|::|localhost|ECONN/);
  expect(notes.filter((note) => note === 'post')).toHaveLength(1);
  expect(notes).toContain('settle 0');
});

test('a 2xx status whose answer did not end is not received', async () => {
  const post = async () => ({ kind: 'failed', reason: 'lost', status: 200 }) as const;
  const ports = createTestPorts([], plainWatch, { post });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'failed' });
});

const throwing = (error: Error) => () => {
  throw error;
};
const rejecting = (code: 'UNAVAILABLE' | 'DEADLINE_EXCEEDED' | 'INTERNAL') => async () => {
  throw new Fault(code);
};

test.each<[string, ReplacedPorts, string[]]>([
  ['the secret cannot be opened', { openSecret: throwing(new Error('lacks the key "k9"')) }, []],
  ['no price is known', { maxDebitMicros: () => undefined }, []],
  ['billing is unavailable', { billing: { Hold: rejecting('UNAVAILABLE') } }, []],
  ['the engine is unavailable', { verify: rejecting('UNAVAILABLE') }, ['hold']],
  ['the engine is too slow', { verify: rejecting('DEADLINE_EXCEEDED') }, ['hold']],
])('when %s the claim is released and nothing is sent', async (_when, replaced, steps) => {
  const notes: string[] = [];
  const result = await deliver(trigger, 1, createTestPorts(notes, plainWatch, replaced));
  expect(result).toEqual({ kind: 'retry', reason: 'put back' });
  expect(notes.filter((note) => !note.startsWith('warning'))).toEqual(['claim', ...steps, 'release']);
});

test.each<[string, ReplacedPorts]>([
  ['an engine that fails', { verify: rejecting('INTERNAL') }],
  ['a delivery without a level', { verify: async () => verifiedRisk(1, { level: '' }) }],
  ['a delivery without a source', { verify: async () => verifiedRisk(1, { source: '' }) }],
  ['a delivery without a datum', { verify: async () => verifiedRisk(1, { data_json: '' }) }],
  ['a datum that is no object', { verify: async () => verifiedRisk(1, { data_json: '[1]' }) }],
  ['an answer without an outcome', { verify: async () => verifiedRisk(1, { outcome: '' }) }],
  [
    'a datum without a canonical form',
    { verify: async () => verifiedRisk(1, { data_json: '{"a":"\\ud800","slot":7}' }) },
  ],
])('%s ends the trigger without a notification or a charge', async (_what, replaced) => {
  const notes: string[] = [];
  const result = await deliver(trigger, 1, createTestPorts(notes, plainWatch, replaced));
  expect(result).toEqual({ kind: 'done', outcome: 'broken' });
  expect(notes).not.toContain('post');
  expect(notes).toContain('end broken 0');
  expect(notes).toContain('settle 0');
});

test.each([
  ['condition', { conditionJson: '{"field":"overallRisk","crosses":"40","direction":"above"}' }],
  ['condition', { conditionJson: '{"field":"overallRisk","changes":true,"crosses":40}' }],
  ['condition', { conditionJson: '[]' }],
  ['parameters', { paramsJson: '{"address":5}' }],
])(
  'a stored watch with invalid %s is reported and ends its trigger before it costs anything',
  async (what, invalid) => {
    const notes: string[] = [];
    const errors: unknown[] = [];
    const onPermanentFailure = (_claim: unknown, error: unknown): void => void errors.push(error);
    const ports = createTestPorts(notes, { ...plainWatch, ...invalid }, { onPermanentFailure });
    expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'broken' });
    expect(notes).toEqual(['claim', 'end broken 0', 'settle 0']);
    expect(String(errors[0])).toContain(`the stored ${what} ${what === 'condition' ? 'is' : 'are'} invalid`);
  },
);

test('nothing is sent for a claim that lost its trigger or whose watch was deleted', async () => {
  const notes: string[] = [];
  const ports = createTestPorts(notes, plainWatch, { claims: { startSending: async () => 'gone' } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'gone' });
  expect(notes).toEqual(['claim', 'hold', 'verify', 'end gone 0', 'settle 0']);
});

test('a delivery that lost its lease while it was sending charges nothing', async () => {
  const notes: string[] = [];
  const ports = createTestPorts(notes, plainWatch, { claims: { end: async () => false } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'outlived' });
  expect(notes.some((note) => note.startsWith('settle'))).toBe(false);
});

test.each(['claim', 'startSending', 'end'] as const)(
  'a database that is unavailable at %s leaves the trigger in the queue, and nothing is sent before startSending',
  async (step) => {
    const notes: string[] = [];
    const unavailable = async (): Promise<never> => {
      throw new Error('the database is unavailable');
    };
    const ports = createTestPorts(notes, plainWatch, { claims: { [step]: unavailable } });
    await expect(deliver(trigger, 1, ports)).rejects.toThrow('unavailable');
    expect(notes.includes('post')).toBe(step === 'end');
    expect(notes.some((note) => note.startsWith('settle'))).toBe(false);
  },
);

test('a receipt is recorded and charged after the database was unavailable for a moment', async () => {
  const notes: string[] = [];
  const ports = createTestPorts(notes);
  const { end } = ports.claims;
  let failuresLeft = 3;
  const unreliableEnd: typeof end = async (...given) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) {
      throw new Error('the database is unavailable');
    }
    return end(...given);
  };
  const result = await deliver(trigger, 1, { ...ports, claims: { ...ports.claims, end: unreliableEnd } });
  expect(result).toEqual({ kind: 'done', outcome: 'delivered' });
  expect(notes.slice(-6)).toEqual(['post', 'pause', 'pause', 'pause', 'end delivered 2000', 'settle 2000']);
});
