import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { subjects } from '@assay/rpc/subjects';
import { createLogger } from '@assay/telemetry/log';
import { startTestServers, type EngineTestServers } from '../testing/servers.ts';
import { encodeDecision } from './decision.ts';
import { openDecisionPipeline, type DecisionPipeline } from './pipeline.ts';
import { findDecisions, insertDecisions } from './store.ts';

const patienceMs = 60_000;
let servers: EngineTestServers;

beforeAll(async () => {
  servers = await startTestServers({ withNats: true });
}, patienceMs);
afterAll(() => servers.close(), patienceMs);

function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

function decisionOf(traceId: string, rank: number): Buffer {
  return encodeDecision({ trace_id: traceId, type: 'token.price', attempt_rank: rank, reason: `attempt ${rank}` });
}

/** Returns the reasons in the stored documents of a trace. */
async function storedReasons(traceId: string): Promise<unknown[]> {
  const decisions = await findDecisions(servers.postgres, traceId, []);
  return decisions.map(({ decisionJson }) => (JSON.parse(decisionJson) as { reason: unknown }).reason);
}

async function untilStored(traceId: string, reason: string): Promise<void> {
  for (;;) {
    if ((await storedReasons(traceId)).includes(reason)) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test(
  'with two recorders the table holds the decision of the highest attempt, whichever arrives first',
  async () => {
    const openReplica = (): DecisionPipeline =>
      openDecisionPipeline(
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
    const replicas = [openReplica(), openReplica()] as const;
    const orders = [
      [1, 2],
      [2, 1],
      [2, 101, 3],
    ];
    for (const [index, order] of orders.entries()) {
      const traceId = newTraceId();
      for (const [nth, rank] of order.entries()) {
        await replicas[(index + nth) % 2 === 0 ? 0 : 1].writer.write(decisionOf(traceId, rank), '');
        // The next attempt decides only after the table has the first attempt's decision.
        await (nth === 0 ? untilStored(traceId, `attempt ${rank}`) : undefined);
      }
      await untilStored(traceId, `attempt ${Math.max(...order)}`);
      const marker = newTraceId();
      await replicas[0].writer.write(decisionOf(marker, 1), '');
      await untilStored(marker, 'attempt 1');
      expect(await storedReasons(traceId)).toEqual([`attempt ${Math.max(...order)}`]);
    }
    await Promise.all(replicas.map(({ stop }) => stop()));
  },
  patienceMs,
);

test('the store never replaces the decision of a higher attempt, also within one batch', async () => {
  const traceId = newTraceId();
  const write = async (...ranks: number[]): Promise<unknown[]> => {
    const decisions = ranks.flatMap((rank) => subjects.decisionRecorded.decode(decisionOf(traceId, rank)).decisions);
    await insertDecisions(servers.postgres, decisions, []);
    return storedReasons(traceId);
  };
  expect(await write(0)).toEqual(['attempt 0']);
  // A decision that an older version recorded has no attempt rank, and counts as the decision of the first attempt. Of
  // several decisions with the same rank, the table stores the one that arrived first.
  expect(await write(1)).toEqual(['attempt 0']);
  expect(await write(3, 2)).toEqual(['attempt 3']);
  expect(await write(1)).toEqual(['attempt 3']);
  expect(await write(2, 4, 3)).toEqual(['attempt 4']);
  expect(await write(4_000_000_000, 5)).toEqual(['attempt 4000000000']);
});
