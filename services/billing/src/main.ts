import { fileURLToPath } from 'node:url';
import { services } from '@assay/rpc/load';
import type { OperatorAccess } from '@assay/rpc/operator-access';
import { systemClock } from '@assay/runtime/clock';
import { prepareSchema } from '@assay/storage/migrate';
import { checkService } from '@assay/diagnosis/check-service';
import { findingsResponse } from '@assay/diagnosis/finding';
import { connectInBackground, type Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import { repeat } from '@assay/runtime/repeat';
import { serveRpc } from '@assay/runtime/rpc-server';
import { createOperatorAccess } from '@assay/runtime/operator-access';
import { createSealer } from '@assay/storage/sealing';
import { runService, type ServiceTools } from '@assay/runtime/run';
import { createKeyChangePublisher } from './accounts/publish-key-changes.ts';
import { createAccountStore } from './accounts/store.ts';
import { billingConfig, type BillingConfig } from './config.ts';
import { billingHandlers, operatorMethods } from './handlers.ts';
import { createHoldBatchers, type HoldBatcherStores } from './holds/hold-batchers.ts';
import { createSweeper } from './holds/sweeper.ts';
import { createIdempotentCallQueues } from './idempotency/calls.ts';
import { createIdempotentCallStore } from './idempotency/store.ts';
import { sweepCalls } from './idempotency/sweeper.ts';
import { createBillingMetrics, type BillingMetrics } from './metrics.ts';
import { auditedArguments, createOperatorDirectory, type OperatorDirectory } from './operators/access.ts';
import { createListStore } from './operators/list-store.ts';
import { createOperatorStore } from './operators/store.ts';
import { countUsage } from './pages/count-usage.ts';
import { createPageStore } from './pages/store.ts';
import { openStores } from './stores.ts';
import { endOldRows, makeDays } from './retention.ts';

const schema = 'billing';
const holdsPerLogLine = 20;
const microsPerCredit = 1_000_000n;
/**
 * Milliseconds between two deletions of expired calls. A late deletion changes nothing for callers, because the SQL
 * function begin_call ignores expired rows.
 */
const callSweepIntervalMs = 60_000;
const retentionIntervalMs = 3_600_000;
const usageCountIntervalMs = 600_000;
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

await runService({
  name: 'billing',
  config: billingConfig,
  start: async (config, tools) => {
    const { log, metrics } = tools;
    await prepareSchema(config, schema, migrations, tools.log);
    const billingMetrics = createBillingMetrics(metrics);
    const stores = openStores(config, schema, tools, billingMetrics.lockedAccount);
    const holds = createHoldBatchers(stores.holds, {
      onStatement: (timing) => billingMetrics.statement(timing, holds[timing.kind].depth()),
      onUnconfirmed: (states) => {
        billingMetrics.unconfirmed(states);
        const examples = states.slice(0, holdsPerLogLine);
        log.warn(
          { count: states.length, holds: examples },
          'could not confirm delivered answers because their holds had ended; they stay free',
        );
      },
    });

    const connected: { nats?: Nats } = {};
    const nats = new Promise<Nats>((resolve) => {
      connectInBackground(config, 'billing', 'gateways do not learn of revoked keys', tools, (opened) => {
        connected.nats = opened;
        resolve(opened);
      });
    });

    sweepHolds(stores.holds, config, billingMetrics, tools);
    repeatRetention(stores.upkeep, config, billingMetrics, tools);
    repeatCountUsage(stores.upkeep, tools);

    const accounts = createAccountStore(stores.pages.query);
    const sealer = createSealer(config.ASSAY_BILLING_SECRET_KEYS, 'ASSAY_BILLING_SECRET_KEYS');
    sweepIdempotentCalls(stores.upkeep, tools);

    const operators = createOperatorStore(stores.pages.query);
    const directory = createOperatorDirectory(operators, config.ASSAY_ADMIN_TOKEN);
    const handlers = billingHandlers({
      holds,
      calls: createIdempotentCallQueues(stores.calls, sealer, billingMetrics.idempotentCall),
      accounts,
      sealer,
      operators,
      directory,
      publish: createKeyChangePublisher(nats, log),
      pages: createPageStore(stores.pages.query),
      lists: createListStore(stores.pages.query),
      terms: {
        defaultRateLimit: config.ASSAY_RATE_LIMIT_PER_MINUTE,
        trialMicros: BigInt(config.ASSAY_TRIAL_CREDITS) * microsPerCredit,
      },
      maxKeys: config.ASSAY_MAX_KEYS_PER_ACCOUNT,
    });
    const checked = { postgres: stores.pages, nats: () => connected.nats, config, schema };
    const GetDiagnosis = async () => findingsResponse(await checkService('billing', checked, tools));
    return {
      rpc: await serveRpc(
        services.billing,
        { ...handlers, GetDiagnosis },
        config,
        tools,
        accessOf(directory, config.ASSAY_ADMIN_TOKEN, tools),
      ),
    };
  },
});

function accessOf(directory: OperatorDirectory, rootToken: string, tools: ServiceTools): OperatorAccess {
  const audit = { service: 'billing', names: operatorMethods, argumentsOf: auditedArguments };
  return createOperatorAccess({ ...audit, ...directory, rootToken }, tools);
}

/** Repeatedly deletes expired idempotent calls, and the encrypted keys of creations that are too old. */
function sweepIdempotentCalls({ query }: Pick<Postgres, 'query'>, tools: Pick<ServiceTools, 'log' | 'defer'>): void {
  const calls = createIdempotentCallStore(query);
  const accounts = createAccountStore(query);
  repeat(
    async () => {
      await sweepCalls(calls);
      await accounts.forgetSealedKeys();
    },
    {
      name: 'sweeper of idempotent calls',
      everyMs: callSweepIntervalMs,
      onFailure: (error) => tools.log.warn({ err: error }, 'could not delete expired idempotent calls and stored keys'),
    },
    tools,
  );
}

/** Repeatedly ends the holds that are due. */
function sweepHolds(
  { free, waiting, gate }: HoldBatcherStores,
  config: Pick<BillingConfig, 'ASSAY_SWEEP_INTERVAL_MS' | 'ASSAY_SWEEP_GRACE_MS'>,
  billingMetrics: BillingMetrics,
  tools: Pick<ServiceTools, 'log' | 'defer'>,
): void {
  const { log } = tools;
  const sweeper = createSweeper({
    sweep: free.sweep,
    endDue: waiting.endDue,
    gate,
    intervalMs: config.ASSAY_SWEEP_INTERVAL_MS,
    graceMs: config.ASSAY_SWEEP_GRACE_MS,
    clock: systemClock,
    onSwept: (states) => {
      billingMetrics.swept(states);
      if (states.length > 0) {
        const examples = states.slice(0, holdsPerLogLine);
        log.warn({ count: states.length, holds: examples }, 'ended holds that were overdue');
      }
    },
    onBusy: (accountId, error) =>
      log.warn({ accountId, err: error }, 'could not end overdue holds of an account because its rows are locked'),
  });
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'could not sweep holds');
  repeat(sweeper.pass, { name: 'sweeper', everyMs: config.ASSAY_SWEEP_INTERVAL_MS, onFailure }, tools);
}

/**
 * Repeatedly counts the usage of holds that ended before the usage table existed. The SQL functions of the previous
 * version end holds without counting usage, and may still run during an upgrade. The first pass therefore waits ten
 * minutes, until every statement that called such a function has ended.
 */
function repeatCountUsage(postgres: Postgres, { log, ...tools }: Pick<ServiceTools, 'log' | 'defer'>): void {
  const pass = async (): Promise<void> => {
    const accounts = await countUsage(postgres);
    if (accounts > 0) {
      log.info({ accounts }, 'counted the usage of holds that are older than the usage table');
    }
  };
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'could not count the usage of earlier holds');
  const options = { name: 'usage count', everyMs: usageCountIntervalMs, immediately: false, onFailure };
  repeat(pass, options, tools);
}

/** Repeatedly makes the partitions of coming days, and removes days and rows that are too old. */
function repeatRetention(
  postgres: Postgres,
  config: Pick<
    BillingConfig,
    'ASSAY_HOLD_RETENTION_DAYS' | 'ASSAY_LEDGER_RETENTION_DAYS' | 'ASSAY_AUDIT_RETENTION_DAYS'
  >,
  billingMetrics: Pick<BillingMetrics, 'daysAhead'>,
  tools: Pick<ServiceTools, 'log' | 'defer'>,
): void {
  const { log } = tools;
  const days = {
    holds: config.ASSAY_HOLD_RETENTION_DAYS,
    ledger: config.ASSAY_LEDGER_RETENTION_DAYS,
    operatorActions: config.ASSAY_AUDIT_RETENTION_DAYS,
  };
  const pass = async (): Promise<void> => {
    const { made, ahead } = await makeDays(postgres);
    billingMetrics.daysAhead(ahead);
    const ended = await endOldRows(postgres, days);
    if (made + ended.holdDays + ended.ledgerDays + ended.holds + ended.operatorActions > 0) {
      log.info({ made, ...ended }, 'created or dropped daily partitions of holds and ledger entries');
    }
  };
  const onFailure = (error: unknown): void =>
    log.warn({ err: error }, 'could not create or drop daily partitions of holds and ledger entries');
  repeat(pass, { name: 'retention', everyMs: retentionIntervalMs, onFailure }, tools);
}
