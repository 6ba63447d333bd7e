import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { randomBytes } from 'node:crypto';
import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/service/log';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import { encodeDecision, unresolvedDecision } from './decision.ts';
import { openDecisionPipeline, type DecisionPipeline } from './pipeline.ts';
import { countOutbox, findDecisions } from './store.ts';

const patienceMs = 30_000;
let servers: EngineTestServers;
const running: { stop: () => Promise<void> }[] = [];

async function begin(options = { withNats: true }): Promise<DecisionPipeline> {
  servers = await startTestServers(options);
  return openReplica();
}

/** One engine's way of decisions, looked after as its main does, only more often. */
function openReplica(): DecisionPipeline {
  const path = openDecisionPipeline(
    servers.postgres,
    servers.nats,
    { streamReplicas: 1, outboxDepth: () => undefined, maintainEveryMs: 50 },
    { log: createLogger('engine', 'silent') },
  );
  running.push(path);
  return path;
}

beforeEach(() => {
  running.length = 0;
});
afterEach(async () => {
  for (const { stop } of running) {
    await stop();
  }
  await servers.close();
}, patienceMs);

function newDecision(): { readonly traceId: string; readonly encoded: Buffer } {
  const traceId = randomBytes(16).toString('hex');
  const context = {
    trace: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId: '1'.repeat(16), traceFlags: 0 }),
    deadlineAtMs: 0,
  };
  const asker = { accountId: 'acc_1', resolution: { model: 'embedded@1', confidence: 0.5, fallback_reason: '' } };
  const decision = unresolvedDecision({ type: '', missingParam: false }, asker, Date.now(), context);
  return { traceId, encoded: encodeDecision(decision) };
}

/** Records decisions from several callers at a time while something happens; gives the ids of those acknowledged. */
async function recordWhile(path: DecisionPipeline, happening: () => Promise<void>): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  let over = false;
  const caller = async (): Promise<void> => {
    while (!over) {
      const { traceId, encoded } = newDecision();
      await path.writer.write(encoded, '').then(
        () => acknowledged.add(traceId),
        () => undefined,
      );
      await new Promise(setImmediate);
    }
  };
  const callers = Promise.all(Array.from({ length: 8 }, caller));
  await untilTrue(async () => acknowledged.size > 100);
  await happening();
  const soFar = acknowledged.size;
  await untilTrue(async () => acknowledged.size > soFar + 100);
  over = true;
  await callers;
  return acknowledged;
}

async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) {
      throw new Error('it did not come true in time');
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function recordedIds(): Promise<string[]> {
  const rows = await servers.postgres.query<{ id: string }>({
    name: 'all_ids',
    text: "SELECT replace(trace_id::text, '-', '') AS id FROM decisions",
  });
  return rows.map(({ id }) => id);
}

async function expectAllRecordedOnce(acknowledged: ReadonlySet<string>): Promise<void> {
  await untilTrue(async () => {
    const recorded = new Set(await recordedIds());
    return [...acknowledged].every((id) => recorded.has(id)) && (await countOutbox(servers.postgres)) === 0;
  });
  const ids = await recordedIds();
  expect(ids.length).toBe(new Set(ids).size);
}

test(
  'an acknowledged decision is in the table soon, in the shape it was recorded in',
  async () => {
    const path = await begin();
    const { traceId, encoded } = newDecision();
    await path.writer.write(encoded, '');
    await untilTrue(async () => (await findDecisions(servers.postgres, traceId, [])).length > 0);
    const [found] = await findDecisions(servers.postgres, traceId, []);
    expect(JSON.parse(found?.decisionJson ?? '')).toMatchObject({
      trace_id: traceId,
      account_id: 'acc_1',
      outcome: 'unresolved',
      resolution: { model: 'embedded@1', confidence: 0.5 },
    });
    expect(await findDecisions(servers.postgres, '0'.repeat(32), [])).toEqual([]);
  },
  patienceMs,
);

test(
  'nats-server killed under load and brought back: every acknowledged decision is recorded once',
  async () => {
    const path = await begin();
    await untilTrue(async () => path.streamAvailable());
    const acknowledged = await recordWhile(path, async () => {
      await servers.killNats();
      await untilTrue(async () => (await countOutbox(servers.postgres)) > 0);
      await servers.startNats();
      await untilTrue(async () => path.streamAvailable());
    });
    await expectAllRecordedOnce(acknowledged);
  },
  patienceMs,
);

test(
  'nats-server that comes back having forgotten everything is set up again',
  async () => {
    const path = await begin();
    await untilTrue(async () => path.streamAvailable());
    const before = newDecision();
    await path.writer.write(before.encoded, '');
    await expectAllRecordedOnce(new Set([before.traceId]));
    await servers.killNats();
    servers.wipeNats();
    await servers.startNats();
    await untilTrue(async () => servers.nats()?.connected() === true);
    const after = newDecision();
    await path.writer.write(after.encoded, '');
    await expectAllRecordedOnce(new Set([before.traceId, after.traceId]));
    await untilTrue(async () => path.streamAvailable());
  },
  patienceMs,
);

test(
  'nats-server that is not there yet at the start: decisions wait in the outbox and are recorded when it comes',
  async () => {
    const path = await begin({ withNats: false });
    const decisions = Array.from({ length: 20 }, newDecision);
    await Promise.all(decisions.map(({ encoded }) => path.writer.write(encoded, '')));
    expect(await countOutbox(servers.postgres)).toBeGreaterThan(0);
    expect(await recordedIds()).toEqual([]);
    await servers.startNats();
    await expectAllRecordedOnce(new Set(decisions.map(({ traceId }) => traceId)));
  },
  patienceMs,
);

test(
  'PostgreSQL killed under load and brought back: answers go on, and every acknowledged decision is recorded once',
  async () => {
    const path = await begin();
    await untilTrue(async () => path.streamAvailable());
    const acknowledged = await recordWhile(path, async () => {
      await servers.killPostgres();
      const encoded = Array.from({ length: 50 }, () => newDecision().encoded);
      await Promise.all(encoded.map((each) => path.writer.write(each, '')));
      await servers.startPostgres();
    });
    await expectAllRecordedOnce(acknowledged);
  },
  patienceMs,
);

test(
  'decisions acknowledged while PostgreSQL is down survive nats-server being killed right after',
  async () => {
    const path = await begin();
    await untilTrue(async () => path.streamAvailable());
    await servers.killPostgres();
    const decisions = Array.from({ length: 200 }, newDecision);
    await Promise.all(
      decisions.map(async ({ encoded }, index) => {
        for (let turn = 0; turn < index % 20; turn += 1) {
          await new Promise(setImmediate);
        }
        await path.writer.write(encoded, '');
      }),
    );
    await servers.killNats();
    await servers.startNats();
    await servers.startPostgres();
    await expectAllRecordedOnce(new Set(decisions.map(({ traceId }) => traceId)));
  },
  patienceMs,
);

test(
  'when both are away a call fails at once and as unavailable',
  async () => {
    const path = await begin({ withNats: false });
    await servers.killPostgres();
    const startedAt = Date.now();
    await expect(path.writer.write(newDecision().encoded, '')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(Date.now() - startedAt).toBeLessThan(1_500);
    await servers.startPostgres();
    await expect(path.writer.write(newDecision().encoded, '')).resolves.toBeUndefined();
  },
  patienceMs,
);

test(
  'text that PostgreSQL finds hard is recorded like any other',
  async () => {
    const path = await begin();
    const { traceId } = newDecision();
    const reason = 'zero \0 quote " backslash \\ surrogate \ud800 emoji \u{1f600}';
    await path.writer.write(encodeDecision({ trace_id: traceId, account_id: 'a\0b', reason }), '');
    await expectAllRecordedOnce(new Set([traceId]));
    const [found] = await findDecisions(servers.postgres, traceId, []);
    expect(JSON.parse(found?.decisionJson ?? '')).toMatchObject({ reason: reason.replace('\ud800', '\ufffd') });
  },
  patienceMs,
);

test(
  'a decision that reaches the table twice, by whatever way, stays as it was the first time',
  async () => {
    const path = await begin();
    await untilTrue(async () => path.streamAvailable());
    const { traceId, encoded } = newDecision();
    await path.writer.write(encoded, '');
    await path.writer.write(encoded, '');
    const { jetstream } = servers.nats() ?? { jetstream: undefined };
    await jetstream?.publish(subjects.decisionRecorded.subject, Buffer.concat([encoded, encoded]), {
      msgID: 'another',
    });
    const later = newDecision();
    await path.writer.write(later.encoded, '');
    await expectAllRecordedOnce(new Set([traceId, later.traceId]));
    expect(await recordedIds()).toHaveLength(2);
  },
  patienceMs,
);

test(
  'decisions of several types under one trace id are all kept, each as it was the first time, in the order of deciding',
  async () => {
    const path = await begin();
    const traceId = randomBytes(16).toString('hex');
    const encoded = ['chain.token_risk', 'chain.swap_quote', 'gate'].map((type, index) =>
      encodeDecision({ trace_id: traceId, type, outcome: 'first', decided_at_ms: Math.min(index, 1) }),
    );
    await Promise.all(encoded.map((each) => path.writer.write(each, '')));
    const again = encodeDecision({ trace_id: traceId, type: 'gate', outcome: 'second', decided_at_ms: 3 });
    await path.writer.write(again, '');
    const later = newDecision();
    await path.writer.write(later.encoded, '');
    await untilTrue(async () => (await findDecisions(servers.postgres, later.traceId, [])).length > 0);
    const found = await findDecisions(servers.postgres, traceId, []);
    expect(found.map(({ decisionJson }) => JSON.parse(decisionJson) as object)).toMatchObject([
      { type: 'chain.token_risk', outcome: 'first' },
      { type: 'chain.swap_quote', outcome: 'first' },
      { type: 'gate', outcome: 'first' },
    ]);
  },
  patienceMs,
);

test(
  'replicas share the work, and what one leaves behind in the outbox another publishes',
  async () => {
    const first = await begin();
    const second = openReplica();
    await untilTrue(async () => first.streamAvailable() && second.streamAvailable());
    await servers.killNats();
    const decisions = Array.from({ length: 40 }, newDecision);
    await Promise.all(decisions.map(({ encoded }) => first.writer.write(encoded, '')));
    await running.shift()?.stop();
    await servers.startNats();
    await expectAllRecordedOnce(new Set(decisions.map(({ traceId }) => traceId)));
  },
  patienceMs,
);
