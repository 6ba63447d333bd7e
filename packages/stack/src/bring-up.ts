import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keptAdminToken, keptDemoAccount, keptWatchSecretKeys, type DemoAccount } from './demo-account.ts';
import { migrateAll, repositoryRoot } from './migrations.ts';
import { addressOf, environmentOf, type PlannedProcess, type ServiceName, type Sources, type Wiring } from './plan.ts';
import { lastLines } from './process.ts';
import { askGateway, waitForListing, waitForMeasured, waitForTypes } from './readiness.ts';
import { sandboxWorld } from './sandbox-world.ts';
import { useNats, usePostgres, type ServersStart } from './servers.ts';
import { askReadiness, startServiceProcess, waitUntil } from './service-process.ts';
import type { Environment } from './settings.ts';
import type { StackFile } from './stack-file.ts';

const readyTimeoutMs = 30_000;
/** Simulated sources are all up, so a missing type is on its way; a real one may be away for hours. */
const typesTimeoutMs = { sandbox: 40_000, live: 3_000 } as const;
/** The sandbox's sources are proven independent in half of that; nobody should wait longer for what calls can do without. */
const measuredTimeoutMs = 90_000;
const serviceGraceMs = 5_000;
const shownLines = 12;

/** What every part of starting a stack needs. */
export type Start = ServersStart & {
  readonly sources: Sources;
  readonly caller: Environment;
  readonly planned: readonly PlannedProcess[];
  /** Whether to wait for proofs of independence; on live sources nobody waits for them. */
  readonly measured: boolean;
  readonly signal: AbortSignal | undefined;
};

/** Starts servers and services in the order in which they need each other, and opens the demo account. */
export async function bringUp(start: Start): Promise<{ file: StackFile; demo: DemoAccount }> {
  const { dataDir, planned, report, settings, signal } = start;
  requireBuilt(planned);
  const sandbox = planned.find(({ service }) => service === 'sandbox');
  const sandboxUrl = sandbox === undefined ? undefined : `http://127.0.0.1:${sandbox.port}`;
  const adminToken = settings.ASSAY_ADMIN_TOKEN ?? keptAdminToken(dataDir);
  const watchSecretKeys = settings.ASSAY_WATCH_SECRET_KEYS ?? keptWatchSecretKeys(dataDir);
  const wiring = { sources: start.sources, adminToken, watchSecretKeys, drainMs: settings.ASSAY_DRAIN_MS };
  const none = { ...wiring, postgresUrl: '', natsUrl: '', providerUrls: undefined, rpcUrls: undefined };
  const [postgresUrl, natsUrl] = await Promise.all([
    usePostgres(start),
    useNats(start),
    ...(sandbox === undefined ? [] : [startService(start, sandbox, none)]),
  ]);
  signal?.throwIfAborted();
  await report.step(
    'migrations',
    () => migrateAll(postgresUrl),
    (count) => (count === 0 ? '' : `${count} applied`),
  );
  signal?.throwIfAborted();
  const world =
    sandboxUrl === undefined
      ? { providerUrls: undefined, rpcUrls: undefined }
      : await sandboxWorld(start.settings, start.report.note, sandboxUrl);
  const full: Wiring = { ...wiring, postgresUrl, natsUrl, ...world };
  await Promise.all(
    planned.filter(({ service }) => service !== 'sandbox').map((service) => startService(start, service, full)),
  );
  const gatewayUrls = planned
    .filter(({ service }) => service === 'gateway')
    .map(({ port }) => `http://127.0.0.1:${port}`);
  const gatewayUrl = gatewayUrls[0] ?? '';
  const demo = await open(start, gatewayUrls, adminToken);
  const file: StackFile = {
    mode: start.sources,
    gatewayUrl,
    gatewayUrls,
    apiKey: demo.apiKey,
    adminToken,
    sandboxUrl: sandboxUrl ?? null,
    billingAddress: addressOf('billing', planned),
    engineAddress: addressOf('engine', planned),
    resolverAddress: addressOf('resolver', planned),
    watchAddress: addressOf('watch', planned),
    opsUrls: Object.fromEntries(planned.map(({ name, opsPort }) => [name, `http://127.0.0.1:${opsPort}`])),
    pids: start.group.pids(),
    postgresUrl,
    natsUrl,
    dataDir,
    logDir: join(dataDir, 'logs'),
  };
  return { file, demo };
}

function requireBuilt(planned: readonly PlannedProcess[]): void {
  const missing = new Set(planned.map(({ service }) => entryOf(service)).filter((entry) => !existsSync(entry)));
  if (missing.size > 0) {
    throw new Error(`not built: ${[...missing].join(', ')}; run "npm run build" first`);
  }
}

function entryOf(service: ServiceName): string {
  return join(repositoryRoot, 'services', service, 'dist', 'main.js');
}

/** Starts one service process and waits until it says that it is ready. */
async function startService(start: Start, planned: PlannedProcess, wiring: Wiring): Promise<void> {
  const service = {
    name: planned.name,
    entry: entryOf(planned.service),
    environment: environmentOf(planned, start.planned, wiring, start.caller),
    logFile: join(start.dataDir, 'logs', `${planned.name}.log`),
  };
  await start.report.step(planned.name, async () => {
    await start.group.start({
      name: planned.name,
      start: (spawned) => startServiceProcess(service, spawned),
      stopSignal: 'SIGTERM',
      stopGraceMs: serviceGraceMs,
      restartOnExit: start.restart,
      report: start.report.note,
    });
    await waitReady(start, planned.name, readyTimeoutMs, start.signal);
  });
}

/** Waits until a process runs and says on its operations port that it is ready. Rejects with what it waits for. */
export async function waitReady(
  start: Pick<Start, 'group' | 'planned' | 'dataDir'>,
  name: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const member = start.group.get(name);
  const planned = start.planned.find((process) => process.name === name);
  const logFile = join(start.dataDir, 'logs', `${name}.log`);
  let failed: readonly string[] = [];
  await waitUntil(
    async () => {
      if (!member.isUp() || planned === undefined) {
        return member.isUp();
      }
      const answer = await askReadiness(planned.opsPort);
      failed = answer?.failed ?? [];
      return answer?.ready === true;
    },
    {
      timeoutMs,
      otherwise: () =>
        `${name} was not ready after ${timeoutMs / 1_000} s` +
        `${failed.length === 0 ? '' : `; it waits for ${failed.join(', ')}`}\n${lastLines(logFile, shownLines)}`.trimEnd(),
      signal,
    },
  );
}

/** Waits until every type is served and makes sure of the demo key. */
async function open(start: Start, gatewayUrls: readonly string[], adminToken: string): Promise<DemoAccount> {
  const { report, signal, dataDir, settings, planned } = start;
  const { served, missing, measuring } = await report.step('every source asked', async () => {
    const types = await waitForTypes(addressOf('engine', planned), typesTimeoutMs[start.sources], signal);
    if (types.missing.length > 0 && start.sources === 'sandbox') {
      const log = join(dataDir, 'logs', 'engine.log');
      throw new Error(`the engine does not serve ${types.missing.join(', ')}; see ${log}`);
    }
    return types;
  });
  if (missing.length > 0) {
    report.note(`not served at this moment, since no source of theirs answers: ${missing.join(', ')}`);
  }
  await waitForIndependence(start, measuring);
  return report.step('demo account', async () => {
    const behind = new Set(gatewayUrls);
    const demo = await keptDemoAccount({
      dataDir,
      billingAddress: addressOf('billing', planned),
      adminToken,
      creditMicros: settings.ASSAY_DEMO_CREDITS,
      keyIsAccepted: async (key) => {
        const gatewayUrl = gatewayUrls[0] ?? '';
        const { accepted, types } = await askGateway(gatewayUrl, key);
        if (types?.size === served) {
          behind.delete(gatewayUrl);
        }
        return accepted;
      },
    });
    for (const gatewayUrl of behind) {
      await waitForListing(gatewayUrl, demo.apiKey, served);
    }
    return demo;
  });
}

/** Waits, where that was asked for, until it is measured which sources are independent; says so when it goes on without. */
async function waitForIndependence(start: Start, measuring: readonly string[]): Promise<void> {
  const { report, signal, planned } = start;
  let open = measuring;
  if (open.length > 0 && start.measured && start.sources === 'sandbox') {
    report.note('measuring which sources are independent of one another; this takes about 40 s once, and is kept');
    const levels = await report.step(
      'catalog measured',
      () => waitForMeasured(addressOf('engine', planned), measuredTimeoutMs, signal),
      ({ entries }) =>
        [...new Set(entries.map(({ maxLevel }) => maxLevel))]
          .map((level) => `${level} ${entries.filter(({ maxLevel }) => maxLevel === level).length}`)
          .join(', ')
          .replaceAll('LEVEL_', '')
          .toLowerCase(),
    );
    open = levels.measuring;
  }
  if (open.length > 0) {
    const howLong = start.sources === 'sandbox' ? 'less than a minute' : 'a quarter of an hour or longer';
    report.note(
      `whether sources are independent is still being measured for ${open.join(' and ')}; until that is proven, in ` +
        `${howLong}, answers are single_source. "npm run -s assay -- independence show" shows how far it is`,
    );
  }
}
