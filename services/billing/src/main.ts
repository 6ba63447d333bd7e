import { fileURLToPath } from 'node:url';
import { services } from '@assay/rpc/load';
import { migrate } from '@assay/service/migrate';
import { openNats } from '@assay/service/nats';
import { openPostgres } from '@assay/service/postgres';
import { serveRpc } from '@assay/service/rpc-server';
import { runService } from '@assay/service/run';
import { createRevocationAnnouncer } from './accounts/announce-revocation.ts';
import { createAccountStore } from './accounts/store.ts';
import { billingConfig } from './config.ts';
import { billingHandlers, operatorMethods } from './handlers.ts';
import { gatherHolds } from './holds/gather-holds.ts';
import { createHoldStore } from './holds/store.ts';
import { createSweeper, repeatPasses } from './holds/sweeper.ts';
import { createMeasures } from './measure.ts';

const schema = 'billing';
const holdsPerLogLine = 20;
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

await runService({
  name: 'billing',
  config: billingConfig,
  start: async (config, tools) => {
    const { log, metrics } = tools;
    await migrate(config.ASSAY_PG_URL, schema, migrations);
    const postgres = openPostgres(config, schema, tools);
    const measures = createMeasures(metrics);
    const store = createHoldStore(postgres.query, {
      holdLifetimeMs: config.ASSAY_HOLD_LIFETIME_MS,
      confirmWithinMs: config.ASSAY_CONFIRM_WITHIN_MS,
    });
    const holds = gatherHolds(store, {
      statement: (report) => measures.statement(report, holds[report.kind].depth()),
      unconfirmed: (states) => {
        measures.unconfirmed(states);
        const some = states.slice(0, holdsPerLogLine);
        log.warn(
          { count: states.length, holds: some },
          'answers were delivered that stay uncharged: their holds had ended',
        );
      },
    });

    // Billing serves without NATS, so its first connection is not waited for.
    const nats = openNats(config, 'billing', tools);
    nats.catch((error: unknown) => log.error({ err: error }, 'NATS refuses billing: revocations are not announced'));

    const sweeper = createSweeper({
      sweep: store.sweep,
      intervalMs: config.ASSAY_SWEEP_INTERVAL_MS,
      graceMs: config.ASSAY_SWEEP_GRACE_MS,
      nowMs: () => performance.now(),
      ended: (states) => {
        measures.swept(states);
        if (states.length > 0) {
          const some = states.slice(0, holdsPerLogLine);
          log.warn({ count: states.length, holds: some }, 'holds that nobody ended were given back');
        }
      },
    });
    const stopSweeping = repeatPasses(sweeper, config.ASSAY_SWEEP_INTERVAL_MS, (error) =>
      log.warn({ err: error }, 'holds could not be swept'),
    );
    tools.defer('sweeper', stopSweeping);

    const handlers = billingHandlers({
      holds,
      accounts: createAccountStore(postgres.query),
      announceRevocation: createRevocationAnnouncer(nats, log),
      defaultRateLimit: config.ASSAY_RATE_LIMIT_PER_MINUTE,
    });
    const rpc = await serveRpc(services.billing, handlers, config, tools, {
      token: config.ASSAY_ADMIN_TOKEN,
      names: operatorMethods,
    });
    return { rpc };
  },
});
