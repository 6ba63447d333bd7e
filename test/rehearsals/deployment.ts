import { subjects } from '@assay/rpc/subjects';
import { pause } from '@assay/runtime/clock';
import type { Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';
import { join } from 'node:path';
import { readChainFixtures } from '../e2e/support/chain-fixtures.ts';
import { mixedRequests, startSteadyLoad, type RequestOutcome, type SteadyLoad } from '../faults/support/steady-load.ts';
import { problemsOf } from './support/books.ts';
import { footprintOf } from './support/footprint.ts';
import { startNatsCluster, type NatsCluster } from './support/nats-cluster.ts';
import { startNotificationLoad, type NotificationLoad } from './support/notification-load.ts';
import { tableOf, type PhaseLog } from './support/phases.ts';
import { startPostgresPair, type Failover, type PostgresPair } from './support/postgres-pair.ts';
import { replicatedServices, startProxiedStack, type ProxiedStack } from './support/proxied-stack.ts';
import { runRehearsal, type RehearsalTools } from './support/rehearsal.ts';
import { startTelemetrySink, type TelemetrySink } from './support/telemetry-sink.ts';
import { buildVersions, type Version, type VersionBuilds } from './support/version-builds.ts';

/**
 * Rehearses an upgrade, and faults of servers, on one machine under load. The system has two replicas of every service
 * behind proxies that follow readiness. It also has three NATS servers, and PostgreSQL with a synchronous standby. It
 * upgrades to this tree, loses a NATS server, the collector and the primary, and downgrades again. Fails when a request
 * failed that must not fail, when a notification was lost or sent twice, or when the ledger or the decisions are not
 * exact.
 *
 *     make rehearse [BASE=<commit>] [ASSAY_REHEARSE_MINUTES=<limit, 9.5 by default>]
 */
const timeLimitMs = Number(process.env['ASSAY_REHEARSE_MINUTES'] ?? 9.5) * 60_000;
const creditMicros = 10_000_000_000n;
const requestEveryMs = 25;
const pageEveryMs = 500;
/** Time in milliseconds that a rollout waits after a replica has become ready, before it ends the next one. */
const calmMs = 1_000;
const settleMs = 4_000;
const readyWithinMs = 120_000;
/**
 * Time in milliseconds after the promotion of the standby within which services must reconnect. A request that starts
 * later must not fail.
 */
const reconnectedWithinMs = 5_000;

/** The servers of a rehearsal: PostgreSQL, NATS and the collector. */
type Servers = {
  readonly postgres: PostgresPair;
  readonly nats: NatsCluster;
  readonly telemetry: TelemetrySink;
};

/** A running system under load. */
type Scene = Servers & {
  readonly log: PhaseLog;
  readonly stack: Stack;
  readonly builds: VersionBuilds;
  readonly ownerUrlOf: ProxiedStack['ownerUrlOf'];
  readonly load: SteadyLoad;
  readonly pages: SteadyLoad;
  readonly notifications: NotificationLoad;
};

const environment = {
  ASSAY_PORT: '0',
  ASSAY_DASHBOARD_PORT: '0',
  ASSAY_PG_ROLES: 'true',
  ASSAY_STREAM_REPLICAS: '3',
  ASSAY_DECISION_STREAM_MB: '64',
  // The default of a service. It is longer than the proxies need to notice that a replica is stopping.
  ASSAY_DRAIN_SECONDS: '5',
  ASSAY_DRAIN_MS: '10000',
  ASSAY_HOLD_LIFETIME_MS: '20000',
  ASSAY_CONFIRM_WITHIN_MS: '20000',
  ASSAY_SWEEP_INTERVAL_MS: '500',
  ASSAY_EGRESS_ALLOW: '127.0.0.0/8',
  ASSAY_POLL_INTERVAL_MS: '500',
  // Allow more than the default, because all watches notify the same host.
  ASSAY_WATCH_DESTINATION_PER_MINUTE: '100000',
};

/**
 * Ends the replicas one at a time, and starts `version` in place of each. It handles all services in parallel, as a
 * rollout of all Deployments does.
 */
async function rollOut({ stack, builds }: Scene, version: Version): Promise<void> {
  const names = Object.keys(stack.opsUrls);
  await Promise.all(
    replicatedServices.map(async (service) => {
      for (const name of names.filter((each) => each.startsWith(`${service}-`))) {
        builds.choose(name, version);
        await stack.kill(name, 'SIGTERM');
        await stack.restart(name);
        await stack.waitUntilReady(name, readyWithinMs);
        await pause(calmMs);
      }
    }),
  );
}

async function loseNatsServer({ nats }: Scene): Promise<string> {
  const name = await nats.killLeader(subjects.decisionRecorded.stream);
  await pause(settleMs);
  await nats.bringBack(name);
  return name;
}

async function loseCollector({ telemetry }: Scene): Promise<void> {
  await telemetry.goDown();
  await pause(2 * settleMs);
  await telemetry.comeBack();
}

/**
 * Runs every phase. Returns the time at which the primary died (by performance.now()), and the durations of the
 * failover's parts.
 */
async function rehearse(scene: Scene): Promise<{ readonly diedAtMs: number; readonly failover: Failover }> {
  const { log, builds, stack, postgres, ownerUrlOf } = scene;
  const { earlier, later } = builds;
  await log.run(`${earlier.name} under load`, () => pause(settleMs));
  await log.run(
    `migrations of ${later.name}`,
    () => later.migrate(stack.postgresUrl, ownerUrlOf),
    (count) => `${count} applied`,
  );
  await log.run(`rollout of ${later.name}`, () => rollOut(scene, later));
  await log.run(
    'a NATS server lost and returned',
    () => loseNatsServer(scene),
    (name) => `${name}, the leader`,
  );
  await log.run('the collector down', () => loseCollector(scene));
  let diedAtMs = 0;
  const failover = await log.run(
    'failover of PostgreSQL',
    async () => {
      diedAtMs = performance.now();
      const times = await postgres.failOver();
      await pause(reconnectedWithinMs);
      return times;
    },
    ({ noticedMs, promotedMs }) =>
      `noticed after ${Math.round(noticedMs)} ms, promoted after ${Math.round(promotedMs)} ms`,
  );
  await log.run('the former primary rejoins', () => postgres.rejoin());
  await log.run(`rollout of ${earlier.name}, back`, () => rollOut(scene, earlier));
  return { diedAtMs, failover };
}

/**
 * Returns the failures that no rule allows, as sentences. A 503 is allowed from the start of a failover until services
 * have reconnected.
 */
function unexpectedFailures(outcomes: readonly RequestOutcome[], diedAtMs: number, failover: Failover): string[] {
  const untilMs = diedAtMs + failover.promotedMs + reconnectedWithinMs;
  return outcomes
    .filter(({ status }) => status !== 200)
    .filter(({ status, startedAtMs, endedAtMs }) => !(status === 503 && endedAtMs >= diedAtMs && startedAtMs < untilMs))
    .map(({ status, path, text, startedAtMs }) => {
      const seconds = ((startedAtMs - diedAtMs) / 1_000).toFixed(2);
      return `${path} failed with ${status} (${seconds} s after the primary died): ${text}`;
    });
}

/** Stops the load. Returns everything that is wrong, as sentences. */
async function verify(
  scene: Scene,
  accounts: Accounts,
  faults: Awaited<ReturnType<typeof rehearse>>,
): Promise<string[]> {
  const { log, stack, load, pages, notifications, telemetry } = scene;
  const lostOrDoubled = await log.run('the last requests and notifications', async () => {
    await Promise.all([load.stop(), pages.stop()]);
    return notifications.stop();
  });
  const books = await log.run('books and decisions', () =>
    problemsOf(stack, {
      ...accounts,
      creditMicros,
      outcomes: load.outcomes,
      notifiedTraceIds: notifications.received.map(({ body }) => String(body['traceId'])),
    }),
  );
  const { diedAtMs, failover } = faults;
  return [
    ...unexpectedFailures([...load.outcomes, ...pages.outcomes], diedAtMs, failover),
    ...lostOrDoubled,
    ...books,
    ...(telemetry.exports() > 0 ? [] : ['the collector received nothing']),
  ];
}

type Accounts = Pick<Parameters<typeof problemsOf>[1], 'requests' | 'watcher'>;

/** Starts the servers. Each one stops at the end of the rehearsal, even if another one fails to start. */
async function startServers(folder: string, defer: RehearsalTools['defer']): Promise<Servers> {
  const started = <Server>(starting: Promise<Server>, stop: (server: Server) => unknown): Promise<Server> => {
    defer(() => starting.then(stop, () => undefined));
    return starting;
  };
  const [postgres, nats, telemetry] = await Promise.all([
    started(startPostgresPair(folder), (pair) => pair.stop()),
    started(startNatsCluster(folder), (cluster) => cluster.stop()),
    started(startTelemetrySink(), (sink) => sink.goDown()),
  ]);
  return { postgres, nats, telemetry };
}

/** Creates the accounts and starts sending the load to the proxies. */
async function startLoad({ stack, gatewayUrl, dashboardUrl }: ProxiedStack) {
  const requests = await createAccount(stack, { creditMicros });
  const watcher = await createAccount(stack, { creditMicros });
  const fixtures = await readChainFixtures({ sandboxUrl: stack.sandboxUrl ?? '' });
  const notifications = await startNotificationLoad(stack, gatewayUrl, watcher.key);
  const mixed = [...mixedRequests(fixtures.pool('cpmm')), { path: '/v1/watch' }];
  const behindProxy = true;
  const load = startSteadyLoad([gatewayUrl], requests.key, mixed, { everyMs: requestEveryMs, behindProxy });
  const pages = startSteadyLoad([dashboardUrl], '', [{ path: '/' }], { everyMs: pageEveryMs, behindProxy });
  return { accounts: { requests, watcher }, load, pages, notifications };
}

async function run({ folder, log, defer }: RehearsalTools): Promise<string[]> {
  const builds = await log.run(
    'build the earlier version',
    () => buildVersions(process.env['BASE']),
    (built) => built.earlier.name,
  );
  const servers = await log.run('two PostgreSQL servers, three NATS servers', () => startServers(folder, defer));
  process.once('exit', () => [servers.postgres, servers.nats].forEach(({ destroy }) => destroy()));
  const system = await log.run(`two replicas of each service at ${builds.earlier.name}`, () =>
    startProxiedStack({
      dataDir: join(folder, 'stack'),
      sources: 'sandbox',
      restart: false,
      quiet: true,
      launcher: builds.launcher,
      migrate: builds.earlier.migrate,
      environment: {
        ...environment,
        ASSAY_PG_URL: servers.postgres.url,
        ASSAY_NATS_URL: servers.nats.urls,
        OTEL_EXPORTER_OTLP_ENDPOINT: servers.telemetry.url,
      },
    }),
  );
  defer(system.stop);
  const { accounts, ...loads } = await startLoad(system);
  defer(loads.notifications.close);
  const scene = { log, builds, ...servers, ...system, ...loads };
  const faults = await rehearse(scene);
  const footprint = await footprintOf(scene.stack);
  const problems = await verify(scene, accounts, faults);
  process.stdout.write(
    `\n${tableOf(log.phases, loads.load.outcomes, loads.notifications.notified)}\n\n${footprint}\n\n`,
  );
  return problems;
}

await runRehearsal({
  name: 'deployment',
  timeLimitMs,
  passed: 'Passed: no request failed outside the failover, nothing was lost or doubled, and the books are exact',
  run,
});
