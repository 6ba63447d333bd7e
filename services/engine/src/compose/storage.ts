import { subjects } from '@assay/rpc/subjects';
import type { BaseConfig } from '@assay/runtime/config';
import type { Nats } from '@assay/messaging/nats';
import { openPostgres, type Postgres } from '@assay/storage/postgres';
import { refusePoolerInBackground } from '@assay/storage/postgres-pooler';
import { repeat } from '@assay/runtime/repeat';
import type { ServiceTools } from '@assay/runtime/run';
import { malformedCounter } from '@assay/messaging/subscribe';
import type { EngineConfig } from '../config.ts';
import { openDecisionPipeline, type DecisionPipeline } from '../decisions/pipeline.ts';
import { keepPartitions } from '../decisions/retention.ts';
import { deleteOldFailedCalls } from '../failed-calls/retention.ts';
import type { EngineMetrics } from './metrics.ts';

/** The database, and the pipeline that carries decisions to it. */
export type ComposedStorage = {
  readonly postgres: Postgres;
  /**
   * Database connections for pages, lists and failed calls. They are separate from the others, so that these queries
   * never take a connection that a call needs.
   */
  readonly pages: Pick<Postgres, 'query'>;
  readonly pipeline: DecisionPipeline;
};

const maintainEveryMs = 500;
const bytesPerMb = 1_000_000;
const retentionEveryMs = 3_600_000;
const pageLimits = { purpose: 'pages', connections: 2, statementTimeoutMs: 3_000 };
/** Number of days ahead for which partitions are made, so that an outage of a few days delays no decision. */
const daysAhead = 7;

/** Opens the database and starts the decision pipeline. Adds the readiness check `recording`. */
export function composeStorage(
  config: EngineConfig & BaseConfig,
  nats: () => Nats | undefined,
  metrics: EngineMetrics,
  tools: ServiceTools,
): ComposedStorage {
  const checks: (() => Promise<void>)[] = [];
  const postgres = openPostgres(config, 'engine', { ...tools, check: (_name, run) => void checks.push(run) });
  // The engine must also start without PostgreSQL, so this check runs in the background.
  const answering = refusePoolerInBackground(config.ASSAY_PG_URL, 'engine', tools);
  const countMalformed = malformedCounter(tools.metrics);
  const pipeline = openDecisionPipeline(
    postgres,
    nats,
    {
      streamReplicas: config.ASSAY_STREAM_REPLICAS,
      streamBytes: config.ASSAY_DECISION_STREAM_MB * bytesPerMb,
      outboxDepth: metrics.outboxDepth,
      onMalformed: () => countMalformed(subjects.decisionRecorded.subject),
      maintainEveryMs,
    },
    tools,
  );
  tools.defer('decision pipeline', pipeline.stop);
  repeat(
    async () => {
      // The first pass waits until the database answers. If the pass failed instead, the next one would come only an
      // hour later.
      await answering;
      if (tools.stopping()) {
        return;
      }
      const pass = await keepPartitions(postgres, { retentionDays: config.ASSAY_TRACE_RETENTION_DAYS, daysAhead });
      metrics.partitionDaysAhead(pass.daysAhead);
      if (pass.made + pass.dropped + pass.deleted + pass.indexed > 0) {
        tools.log.info({ ...pass }, 'created or indexed partitions of decisions, or removed old decisions');
      }
    },
    {
      name: 'retention of decisions',
      everyMs: retentionEveryMs,
      onFailure: (error) =>
        tools.log.warn({ err: error }, 'could not create partitions of decisions, or remove old decisions'),
    },
    tools,
  );
  deleteFailedCalls(postgres, answering, config.ASSAY_TRACE_RETENTION_DAYS, tools);
  checkRecording(tools, pipeline.streamAvailable, async () => {
    await Promise.all(checks.map((run) => run()));
  });
  return { postgres, pages: openPostgres(config, 'engine', tools, pageLimits), pipeline };
}

/** Deletes old failed calls repeatedly. They are stored as long as decisions. */
function deleteFailedCalls(
  postgres: Postgres,
  answering: Promise<unknown>,
  retentionDays: number,
  tools: ServiceTools,
): void {
  repeat(
    async () => {
      await answering;
      const deleted = tools.stopping() ? 0 : await deleteOldFailedCalls(postgres, retentionDays);
      if (deleted > 0) {
        tools.log.info({ deleted }, 'removed old failed calls');
      }
    },
    {
      name: 'retention of failed calls',
      everyMs: retentionEveryMs,
      onFailure: (error) => tools.log.warn({ err: error }, 'could not remove old failed calls'),
    },
    tools,
  );
}

/**
 * Adds the readiness check that the engine can store a decision durably. At first the check needs both the stream and
 * the database, so that a wrong address shows at the start. After the first success, either of the two is enough,
 * because the engine still answers while the other is unavailable.
 */
function checkRecording(tools: ServiceTools, streamAvailable: () => boolean, askPostgres: () => Promise<void>): void {
  let streamSeen = false;
  let postgresSeen = false;
  tools.check('recording', async () => {
    streamSeen ||= streamAvailable();
    if (streamSeen && postgresSeen && streamAvailable()) {
      return;
    }
    await askPostgres();
    postgresSeen = true;
    if (!streamSeen) {
      throw new Error('the decision stream has not been reached yet');
    }
  });
}
