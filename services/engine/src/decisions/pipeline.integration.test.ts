import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ROOT_CONTEXT, trace } from '@opentelemetry/api';
import { randomBytes } from 'node:crypto';
import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/telemetry/log';
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

/** Opens the decision pipeline of one engine. It checks the stream and the outbox more often than in production. */
function openReplica(): DecisionPipeline {
  const pipeline = openDecisionPipeline(
    servers.postgres,
    servers.nats,
    {
      streamReplicas: 1,
      streamBytes: 64 * 1_024 * 1_024,
      outboxDepth: () => undefined,
      onMalformed: () => undefined,
      maintainEveryMs: 50,
    },
    { log: createLogger('engine', 'silent') },
  );
  running.push(pipeline);
  return pipeline;
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
  const decision = unresolvedDecision({ type: '', outcome: 'unresolved' }, asker, Date.now(), context);
  return { traceId, encoded: encodeDecision(decision) };
}

/**
 * Records decisions from several callers while `happening` runs. Returns the trace ids of the acknowledged decisions.
 */
async function recordWhile(pipeline: DecisionPipeline, happening: () => Promise<void>): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  let over = false;
  const caller = async (): Promise<void> => {
    while (!over) {
      const { traceId, encoded } = newDecision();
      await pipeline.writer.write(encoded, '').then(
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
      throw new Error('the condition did not become true in time');
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
  'an acknowledged decision reaches the table unchanged',
  async () => {
    const pipeline = await begin();
    const { traceId, encoded } = newDecision();
    await pipeline.writer.write(encoded, '');
    await untilTrue(async () => (await findDecisions(servers.postgres, traceId, [])).length > 0);
    const [recorded] = await findDecisions(servers.postgres, traceId, []);
    expect(JSON.parse(recorded?.decisionJson ?? '')).toMatchObject({
      trace_id: traceId,
      account_id: 'acc_1',
      outcome: 'unresolved',
      resolution: { model: 'embedded@1', confidence: 0.5 },
    });
    expect(await findDecisions(servers.postgres, '0'.repeat(32), [])).toEqual([]);
    expect(await findDecisions(servers.postgres, traceId, [], 'acc_1')).toEqual([recorded]);
    expect(await findDecisions(servers.postgres, traceId, [], 'acc_2')).toEqual([]);
  },
  patienceMs,
);

test(
  'after a crash of nats-server under load every acknowledged decision is recorded once',
  async () => {
    const pipeline = await begin();
    await untilTrue(async () => pipeline.streamAvailable());
    const acknowledged = await recordWhile(pipeline, async () => {
      await servers.killNats();
      await untilTrue(async () => (await countOutbox(servers.postgres)) > 0);
      await servers.startNats();
      await untilTrue(async () => pipeline.streamAvailable());
    });
    await expectAllRecordedOnce(acknowledged);
  },
  patienceMs,
);

test(
  'the stream is created again when nats-server lost its storage',
  async () => {
    const pipeline = await begin();
    await untilTrue(async () => pipeline.streamAvailable());
    const before = newDecision();
    await pipeline.writer.write(before.encoded, '');
    await expectAllRecordedOnce(new Set([before.traceId]));
    await servers.killNats();
    servers.wipeNats();
    await servers.startNats();
    await untilTrue(async () => servers.nats()?.connected() === true);
    const after = newDecision();
    await pipeline.writer.write(after.encoded, '');
    await expectAllRecordedOnce(new Set([before.traceId, after.traceId]));
    await untilTrue(async () => pipeline.streamAvailable());
  },
  patienceMs,
);

test(
  'decisions wait in the outbox until nats-server starts for the first time',
  async () => {
    const pipeline = await begin({ withNats: false });
    const decisions = Array.from({ length: 20 }, newDecision);
    await Promise.all(decisions.map(({ encoded }) => pipeline.writer.write(encoded, '')));
    expect(await countOutbox(servers.postgres)).toBeGreaterThan(0);
    expect(await recordedIds()).toEqual([]);
    await servers.startNats();
    await expectAllRecordedOnce(new Set(decisions.map(({ traceId }) => traceId)));
  },
  patienceMs,
);

test(
  'during and after a crash of PostgreSQL answers continue, and every acknowledged decision is recorded once',
  async () => {
    const pipeline = await begin();
    await untilTrue(async () => pipeline.streamAvailable());
    const acknowledged = await recordWhile(pipeline, async () => {
      await servers.killPostgres();
      const encoded = Array.from({ length: 50 }, () => newDecision().encoded);
      await Promise.all(encoded.map((each) => pipeline.writer.write(each, '')));
      await servers.startPostgres();
    });
    await expectAllRecordedOnce(acknowledged);
  },
  patienceMs,
);

test(
  'decisions acknowledged while PostgreSQL is down survive a crash of nats-server',
  async () => {
    const pipeline = await begin();
    await untilTrue(async () => pipeline.streamAvailable());
    await servers.killPostgres();
    const decisions = Array.from({ length: 200 }, newDecision);
    await Promise.all(
      decisions.map(async ({ encoded }, index) => {
        for (let turn = 0; turn < index % 20; turn += 1) {
          await new Promise(setImmediate);
        }
        await pipeline.writer.write(encoded, '');
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
  'a call fails at once as UNAVAILABLE while both servers are down',
  async () => {
    const pipeline = await begin({ withNats: false });
    await servers.killPostgres();
    const startedAt = Date.now();
    await expect(pipeline.writer.write(newDecision().encoded, '')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(Date.now() - startedAt).toBeLessThan(1_500);
    await servers.startPostgres();
    await expect(pipeline.writer.write(newDecision().encoded, '')).resolves.toBeUndefined();
  },
  patienceMs,
);

test(
  'text that PostgreSQL cannot store directly is recorded',
  async () => {
    const pipeline = await begin();
    const { traceId } = newDecision();
    const reason = 'zero \0 quote " backslash \\ surrogate \ud800 emoji \u{1f600}';
    await pipeline.writer.write(encodeDecision({ trace_id: traceId, account_id: 'a\0b', reason }), '');
    await expectAllRecordedOnce(new Set([traceId]));
    const [recorded] = await findDecisions(servers.postgres, traceId, []);
    expect(JSON.parse(recorded?.decisionJson ?? '')).toMatchObject({ reason: reason.replace('\ud800', '\ufffd') });
  },
  patienceMs,
);

test(
  'of a decision that arrives twice the first version is stored',
  async () => {
    const pipeline = await begin();
    await untilTrue(async () => pipeline.streamAvailable());
    const { traceId, encoded } = newDecision();
    await pipeline.writer.write(encoded, '');
    await pipeline.writer.write(encoded, '');
    const { jetstream } = servers.nats() ?? { jetstream: undefined };
    await jetstream?.publish(subjects.decisionRecorded.subject, Buffer.concat([encoded, encoded]), {
      msgID: 'another',
    });
    const later = newDecision();
    await pipeline.writer.write(later.encoded, '');
    await expectAllRecordedOnce(new Set([traceId, later.traceId]));
    expect(await recordedIds()).toHaveLength(2);
  },
  patienceMs,
);

test(
  'decisions of several types under one trace id are all stored, in the order of deciding',
  async () => {
    const pipeline = await begin();
    const traceId = randomBytes(16).toString('hex');
    const encoded = ['chain.token_risk', 'chain.swap_quote', 'gate'].map((type, index) =>
      encodeDecision({ trace_id: traceId, type, outcome: 'first', decided_at_ms: Math.min(index, 1) }),
    );
    await Promise.all(encoded.map((each) => pipeline.writer.write(each, '')));
    // On a busy machine, a decision may go through the outbox, so a later decision may be stored first.
    await untilTrue(async () => (await findDecisions(servers.postgres, traceId, [])).length === encoded.length);
    const again = encodeDecision({ trace_id: traceId, type: 'gate', outcome: 'second', decided_at_ms: 3 });
    await pipeline.writer.write(again, '');
    const later = newDecision();
    await pipeline.writer.write(later.encoded, '');
    await untilTrue(async () => (await findDecisions(servers.postgres, later.traceId, [])).length > 0);
    const recorded = await findDecisions(servers.postgres, traceId, []);
    expect(recorded.map(({ decisionJson }) => JSON.parse(decisionJson) as object)).toMatchObject([
      { type: 'chain.token_risk', outcome: 'first' },
      { type: 'chain.swap_quote', outcome: 'first' },
      { type: 'gate', outcome: 'first' },
    ]);
  },
  patienceMs,
);

test(
  'replicas share the work, and one publishes the outbox of another',
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
