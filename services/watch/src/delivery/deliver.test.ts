import { verifyNotification, type JsonObject } from '@assay/client/webhook';
import { canonicalJson } from '@assay/client/canonical-json';
import { postFailures, type PostResult, type PostFailure } from '@assay/egress/egress';
import { Fault } from '@assay/faults/faults';
import { traceIdOf, type CallContext } from '@assay/rpc/context';
import { startTelemetry } from '@assay/service/telemetry';
import { beforeAll, expect, test } from '@jest/globals';
import { deliver } from './deliver.ts';
import type { Ending, Trigger, WatchToDeliver } from './claim/store.ts';
import { answered, plainWatch, portsThat, secret, verifiedRisk } from './testing/ports.ts';

const cause = 'ab'.repeat(16);
const trigger: Trigger = {
  id: 'w_1.7.aa',
  watchId: 'w_1',
  slot: 7n,
  observedAtMs: 0,
  traceparent: `00-${cause}-${'1'.repeat(16)}-01`,
};
const crossing: WatchToDeliver = {
  ...plainWatch,
  conditionJson: '{"field":"overallRisk","crosses":40,"direction":"above"}',
  comparedJson: '39',
};

// Spans have ids only where a provider is registered.
beforeAll(() => void startTelemetry({ service: 'test', sampleRatio: 0 }));

test('what is verified is sent, then recorded, then charged, in this order', async () => {
  const notes: string[] = [];
  expect(await deliver(trigger, 1, portsThat(notes))).toEqual({ kind: 'done', outcome: 'delivered' });
  expect(notes).toEqual(['take up', 'hold', 'verify', 'start sending', 'post', 'end delivered 2000', 'settle 2000']);
});

test('one trace joins hold, verification, notification and settlement, and it is not the one that saw the change', async () => {
  const seen: { hold?: unknown; verify?: string; body?: JsonObject; header?: string | undefined; settled?: string } =
    {};
  await deliver(
    trigger,
    1,
    portsThat([], plainWatch, {
      hold: async (request, context) => {
        seen.hold = [request.trace_id, traceIdOf(context), request.operation, request.account_id, request.hold_micros];
        return { held: true, balance_micros: '0' };
      },
      verify: async (_request, context) => {
        seen.verify = traceIdOf(context);
        return verifiedRisk(41);
      },
      post: async (_url, body, headers) => {
        seen.body = JSON.parse(body) as JsonObject;
        seen.header = headers['traceparent'];
        return answered(200);
      },
      settle: ({ traceparent }) => {
        seen.settled = traceparent;
      },
    }),
  );
  const traceId = seen.verify ?? '';
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceId).not.toBe(cause);
  expect(seen.hold).toEqual([traceId, traceId, 'watch chain.token_risk', 'acc_1', '5000']);
  expect(seen.body?.['traceId']).toBe(`tr_${traceId}`);
  expect(seen.header).toContain(traceId);
  expect(seen.settled).toContain(traceId);
});

test('the bytes sent are the canonical form with the signature inside, so both ways of checking accept them', async () => {
  let sent = '';
  let headers: Readonly<Record<string, string>> = {};
  const post = async (_url: string, body: string, given: Readonly<Record<string, string>>): Promise<PostResult> => {
    sent = body;
    headers = given;
    return answered(204);
  };
  await deliver(trigger, 1, portsThat([], plainWatch, { post }));
  const parsed = JSON.parse(sent) as JsonObject;
  expect(canonicalJson(parsed)).toBe(sent);
  expect(verifyNotification(sent, secret)).toEqual(parsed);
  expect(verifyNotification(parsed, secret)).toEqual(parsed);
  expect(verifyNotification(sent.replace('"overallRisk":41', '"overallRisk":40'), secret)).toBeUndefined();
  expect(headers['content-type']).toBe('application/json');
  expect(parsed).toEqual({
    event: 'watch.fired',
    watchId: 'w_1',
    type: 'chain.token_risk',
    params: { address: 'So11111111111111111111111111111111111111112' },
    value: { overallRisk: 41, supply: '18446744073709551615', slot: 7 },
    traceId: expect.stringMatching(/^tr_[0-9a-f]{32}$/),
    firedAt: '2026-11-21T12:00:00.000Z',
    signature: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test.each(['gone', 'repeated', 'lost', 'covered', 'debounced', 'merged'] as const)(
  'a trigger that is %s costs nothing: nothing is held, verified or sent',
  async (answer) => {
    const notes: string[] = [];
    const ports = portsThat(notes, plainWatch, { store: { takeUp: async () => ({ answer }) } });
    expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: answer });
    expect(notes).toEqual([]);
  },
);

test.each(['running', 'waits'] as const)('a trigger whose turn it is not (%s) comes again', async (answer) => {
  const ports = portsThat([], plainWatch, { store: { takeUp: async () => ({ answer }) } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'again', why: answer });
});

test('without credit nothing is verified or sent, the record says so, and the watch stays', async () => {
  const notes: string[] = [];
  let ending: Ending | undefined;
  const ports = portsThat(notes, plainWatch, {
    hold: async () => ({ held: false, balance_micros: '3' }),
    store: {
      end: async (_run, given) => {
        ending = given;
        return true;
      },
    },
  });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'no_credits' });
  expect(notes).toEqual(['take up', 'settle 0']);
  expect(ending).toMatchObject({ outcome: 'no_credits', error: expect.stringContaining('add credit') });
});

test.each([
  ['OUTCOME_REFUSED', 'refused'],
  ['OUTCOME_NO_SOURCE', 'no_source'],
  ['OUTCOME_FAILED', 'unverified'],
] as const)(
  '%s: nothing is sent, the hold is released, and the value to compare with stays',
  async (outcome, ended) => {
    const notes: string[] = [];
    let compared: unknown = 'never ended';
    const ports = portsThat(notes, crossing, { verify: async () => verifiedRisk(99, { outcome, data_json: '' }) });
    const end = ports.store.end;
    const kept = {
      ...ports,
      store: {
        ...ports.store,
        end: (...given: Parameters<typeof end>) => {
          compared = given[1].comparedJson;
          return end(...given);
        },
      },
    };
    expect(await deliver(trigger, 1, kept)).toEqual({ kind: 'done', outcome: ended });
    expect(notes).toEqual(['take up', 'hold', `end ${ended} 0`, 'settle 0']);
    expect(compared).toBeUndefined();
  },
);

/** Delivers for a watch with a condition and returns how it ended. */
async function endingOf(comparedJson: string | null, risk: unknown, status = 204): Promise<Ending | undefined> {
  let ending: Ending | undefined;
  const ports = portsThat(
    [],
    { ...crossing, comparedJson },
    {
      verify: async () => verifiedRisk(risk),
      post: async () => answered(status),
      store: {
        end: async (_run, given) => {
          ending = given;
          return true;
        },
      },
    },
  );
  await deliver(trigger, 1, ports);
  return ending;
}

test('the value to compare with moves where nothing fires and where what fires is received, and only there', async () => {
  expect(await endingOf(null, 99)).toEqual({ outcome: 'unmet', comparedJson: '99', slot: 7n, captureMicros: 0n });
  expect(await endingOf('39', 38)).toEqual({ outcome: 'unmet', comparedJson: '38', slot: 7n, captureMicros: 0n });
  expect(await endingOf('39', 41)).toMatchObject({ outcome: 'delivered', comparedJson: '41', captureMicros: 2_000n });
  const failed = await endingOf('39', 41, 500);
  expect(failed).toMatchObject({ outcome: 'failed', httpStatus: 500, captureMicros: 0n });
  expect(failed?.comparedJson).toBeUndefined();
  expect(failed?.slot).toBeUndefined();
  expect((await endingOf('39', null))?.comparedJson).toBeUndefined();
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

test.each(failures)(
  '%j is logged in words that name no address, is not charged and not sent again',
  async (posted, text) => {
    const notes: string[] = [];
    let ending: Ending | undefined;
    const ports = portsThat(notes, plainWatch, {
      post: async () => {
        notes.push('post');
        return posted;
      },
      store: {
        end: async (_run, given) => {
          ending = given;
          return true;
        },
      },
    });
    expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'failed' });
    expect(ending).toMatchObject({ outcome: 'failed', error: text, captureMicros: 0n });
    expect(ending?.error).not.toMatch(/\d+\.\d+\.\d+\.\d+|::|localhost|ECONN/);
    expect(notes.filter((note) => note === 'post')).toHaveLength(1);
    expect(notes).toContain('settle 0');
  },
);

test('a 2xx whose answer did not end well is no receipt', async () => {
  const notes: string[] = [];
  const ports = portsThat(notes, plainWatch, {
    post: async () => ({ kind: 'failed', reason: 'too_large', status: 200 }),
  });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'failed' });
});

test.each([
  [
    'the secret cannot be read',
    {
      openSecret: () => {
        throw new Error('lacks the key "k9"');
      },
    },
    [],
  ],
  ['no price is known', { maxDebitMicros: () => undefined }, []],
  [
    'billing is away',
    {
      hold: async () => {
        throw new Fault('UNAVAILABLE');
      },
    },
    [],
  ],
  [
    'the engine is away',
    {
      verify: async () => {
        throw new Fault('UNAVAILABLE');
      },
    },
    ['hold'],
  ],
  [
    'the engine is too slow',
    {
      verify: async () => {
        throw new Fault('DEADLINE_EXCEEDED');
      },
    },
    ['hold'],
  ],
] as const)('when %s the trigger is put back, and nothing was sent', async (_when, replaced, done) => {
  const notes: string[] = [];
  const handled = await deliver(trigger, 1, portsThat(notes, plainWatch, replaced));
  expect(handled).toEqual({ kind: 'again', why: 'put back' });
  expect(notes.filter((note) => !note.startsWith('trouble'))).toEqual(['take up', ...done, 'put back']);
});

test.each([
  [
    'an engine that breaks',
    {
      verify: async () => {
        throw new Fault('INTERNAL');
      },
    },
  ],
  ['a delivery without a level', { verify: async () => verifiedRisk(1, { level: 'LEVEL_UNSPECIFIED' }) }],
  ['a delivery without a source', { verify: async () => verifiedRisk(1, { source: '' }) }],
  ['a delivery without a datum', { verify: async () => verifiedRisk(1, { data_json: '' }) }],
  ['a datum that is no object', { verify: async () => verifiedRisk(1, { data_json: '[1]' }) }],
  ['an answer without an outcome', { verify: async () => verifiedRisk(1, { outcome: 'OUTCOME_UNSPECIFIED' }) }],
  ['a datum without a canonical form', { verify: async () => verifiedRisk(1, { data_json: '{"a":"\\ud800"}' }) }],
] as const)('%s ends the trigger without a notification or a charge', async (_what, replaced) => {
  const notes: string[] = [];
  expect(await deliver(trigger, 1, portsThat(notes, plainWatch, replaced))).toEqual({
    kind: 'done',
    outcome: 'broken',
  });
  expect(notes).not.toContain('post');
  expect(notes).toContain('end broken 0');
  expect(notes).toContain('settle 0');
});

test('nothing is sent by a run that lost its trigger, or whose watch was deleted meanwhile', async () => {
  const notes: string[] = [];
  const ports = portsThat(notes, plainWatch, { store: { startSending: async () => false } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'gone' });
  expect(notes).toEqual(['take up', 'hold', 'verify', 'end gone 0', 'settle 0']);
});

test('a run that outlived its lease while it sent charges nothing', async () => {
  const notes: string[] = [];
  const ports = portsThat(notes, plainWatch, { store: { end: async () => false } });
  expect(await deliver(trigger, 1, ports)).toEqual({ kind: 'done', outcome: 'outlived' });
  expect(notes.some((note) => note.startsWith('settle'))).toBe(false);
});

test.each(['takeUp', 'startSending', 'end'] as const)(
  'when the database is away at %s the trigger is not done with, and a notification is sent only after it was announced',
  async (step) => {
    const notes: string[] = [];
    const away = async (): Promise<never> => {
      throw new Error('the database is away');
    };
    await expect(deliver(trigger, 1, portsThat(notes, plainWatch, { store: { [step]: away } }))).rejects.toThrow(
      'away',
    );
    expect(notes.includes('post')).toBe(step === 'end');
    expect(notes.some((note) => note.startsWith('settle'))).toBe(false);
  },
);

test('a receipt is recorded and charged although the database was away for a moment', async () => {
  const notes: string[] = [];
  const ports = portsThat(notes);
  const { end } = ports.store;
  let failuresLeft = 3;
  const shaky: typeof end = async (...given) => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) {
      throw new Error('the database is away');
    }
    return end(...given);
  };
  const handled = await deliver(trigger, 1, { ...ports, store: { ...ports.store, end: shaky } });
  expect(handled).toEqual({ kind: 'done', outcome: 'delivered' });
  expect(notes.slice(-6)).toEqual(['post', 'pause', 'pause', 'pause', 'end delivered 2000', 'settle 2000']);
});

test('what a verification cost beyond the hold is not charged, and is said', async () => {
  const notes: string[] = [];
  await deliver(
    trigger,
    1,
    portsThat(notes, plainWatch, { verify: async () => verifiedRisk(1, { total_cost_micros: '2501' }) }),
  );
  expect(notes).toContain('end delivered 5000');
  expect(notes).toContain('over hold');
});

test('a call that costs nothing still takes a hold, since billing takes none of zero', async () => {
  let held: unknown;
  const ports = portsThat([], plainWatch, {
    maxDebitMicros: () => 0n,
    hold: async (request: { readonly hold_micros?: unknown }, _context: CallContext) => {
      held = request.hold_micros;
      return { held: true, balance_micros: '0' };
    },
  });
  await deliver(trigger, 1, ports);
  expect(held).toBe('1');
});
