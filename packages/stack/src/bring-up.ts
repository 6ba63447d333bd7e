import type { Identity } from '@assay/rpc/identity';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  loadOrCreateAdminToken,
  loadOrCreateBillingSecretKeys,
  loadOrCreateDashboardSecret,
  loadOrCreateDashboardSecretKeys,
  loadOrCreateSigningKeys,
  loadOrCreateDemoAccount,
  loadOrCreateWatchSecretKeys,
  type DemoAccount,
} from './demo-account.ts';
import { repositoryRoot } from './migrations.ts';
import {
  addressOf,
  environmentOf,
  type PlannedProcess,
  type ServiceName,
  type SourceMode,
  type Wiring,
} from './plan.ts';
import { poll } from './poll.ts';
import { lastLines } from './process.ts';
import { createRoles, type RoleUrls } from './roles.ts';
import { fetchTypes, waitForListing, waitForTypes } from './readiness.ts';
import { readSandboxUrls } from './sandbox-urls.ts';
import { useNats, usePostgres, type ServerContext } from './servers.ts';
import { fetchReadiness, startServiceProcess } from './service-process.ts';
import type { Environment } from './settings.ts';
import type { StackFile } from './stack-file.ts';

const readyTimeoutMs = 90_000;
/**
 * Maximum time to wait for missing types, in milliseconds. The sources of the sandbox always start; real sources may be
 * unavailable for hours.
 */
const typesTimeoutMs = { sandbox: 40_000, live: 3_000 } as const;
const serviceGraceMs = 5_000;
const shownLines = 12;
const readinessPauseMs = 40;

/** The settings and tools that every step of starting a stack uses. */
export type StackContext = ServerContext & {
  readonly sources: SourceMode;
  readonly caller: Environment;
  readonly planned: readonly PlannedProcess[];
  readonly signal: AbortSignal | undefined;
  /** Returns the program and its first arguments for a service process. The stack appends the entry point. */
  readonly launcher: ((process: PlannedProcess) => readonly string[]) | undefined;
  readonly migrate: (postgresUrl: string, urlOf: (service: string) => string) => Promise<number>;
  readonly serviceEnvironment: (service: ServiceName) => Environment;
  readonly identity: Pick<Identity, 'client'>;
};

/** Starts servers and services in the order of their dependencies, and opens the demo account. */
export async function bringUp(
  context: StackContext,
): Promise<{ file: StackFile; demo: DemoAccount; servedTypes: readonly string[] }> {
  const { dataDir, planned, progress, settings, signal } = context;
  if (context.launcher === undefined) {
    requireBuilt(planned);
  }
  const sandbox = planned.find(({ service }) => service === 'sandbox');
  const sandboxUrl = sandbox === undefined ? undefined : `http://127.0.0.1:${sandbox.port}`;
  const wiring = wiringOf(context);
  const { adminToken } = wiring;
  const beforeServers = { ...wiring, postgresUrl: '', natsUrl: '', providerUrls: undefined, rpcUrls: undefined };
  const [postgresUrl, natsUrl] = await Promise.all([
    usePostgres(context),
    useNats(context),
    ...(sandbox === undefined ? [] : [startService(context, sandbox, beforeServers)]),
  ]);
  signal?.throwIfAborted();
  const roles = settings.ASSAY_PG_ROLES ? await createRoles(postgresUrl) : new Map<string, RoleUrls>();
  await progress.step(
    'migrations',
    () => context.migrate(postgresUrl, (service) => roles.get(service)?.owner ?? postgresUrl),
    (count) => (count === 0 ? '' : `${count} applied`),
  );
  signal?.throwIfAborted();
  const sandboxUrls =
    sandboxUrl === undefined
      ? { providerUrls: undefined, rpcUrls: undefined }
      : await readSandboxUrls(context.settings, context.progress.note, sandboxUrl);
  const roleUrls = new Map([...roles].map(([schema, { service }]) => [schema, service]));
  const full: Wiring = { ...wiring, postgresUrl, roleUrls, natsUrl, ...sandboxUrls };
  await Promise.all(
    planned.filter(({ service }) => service !== 'sandbox').map((service) => startService(context, service, full)),
  );
  const gatewayUrls = urlsOf('gateway', planned);
  const dashboardUrls = urlsOf('dashboard', planned);
  const gatewayUrl = gatewayUrls[0] ?? '';
  const served = await waitForCatalog(context);
  const demo = await openDemoAccount(context, served.length, gatewayUrls, adminToken);
  const file: StackFile = {
    mode: context.sources,
    gatewayUrl,
    gatewayUrls,
    apiKey: demo.apiKey,
    adminToken,
    dashboardUrl: dashboardUrls[0] ?? null,
    dashboardUrls,
    dashboardAddress: addressOf('dashboard', planned),
    sandboxUrl: sandboxUrl ?? null,
    billingAddress: addressOf('billing', planned),
    engineAddress: addressOf('engine', planned),
    resolverAddress: addressOf('resolver', planned),
    watchAddress: addressOf('watch', planned),
    opsUrls: Object.fromEntries(planned.map(({ name, opsPort }) => [name, `http://127.0.0.1:${opsPort}`])),
    pids: context.group.pids(),
    postgresUrl,
    natsUrl,
    dataDir,
    logDir: join(dataDir, 'logs'),
  };
  return { file, demo, servedTypes: served };
}

/**
 * Returns the addresses and secrets that the stack passes to its processes. All are known before any process starts.
 * Creates secrets that are missing.
 */
function wiringOf({
  dataDir,
  settings,
  sources,
}: StackContext): Omit<Wiring, 'postgresUrl' | 'natsUrl' | 'providerUrls' | 'rpcUrls' | 'roleUrls'> {
  return {
    sources,
    adminToken: settings.ASSAY_ADMIN_TOKEN ?? loadOrCreateAdminToken(dataDir),
    watchSecretKeys: settings.ASSAY_WATCH_SECRET_KEYS ?? loadOrCreateWatchSecretKeys(dataDir),
    billingSecretKeys: settings.ASSAY_BILLING_SECRET_KEYS ?? loadOrCreateBillingSecretKeys(dataDir),
    dashboardSecret: settings.ASSAY_DASHBOARD_SECRET ?? loadOrCreateDashboardSecret(dataDir),
    dashboardSecretKeys: settings.ASSAY_DASHBOARD_SECRET_KEYS ?? loadOrCreateDashboardSecretKeys(dataDir),
    signingKeys: settings.ASSAY_SIGNING_KEYS ?? loadOrCreateSigningKeys(dataDir),
    drainMs: settings.ASSAY_DRAIN_MS,
    drainSeconds: settings.ASSAY_DRAIN_SECONDS,
  };
}

function urlsOf(service: ServiceName, planned: readonly PlannedProcess[]): string[] {
  // The dashboard needs a host name, because a passkey cannot be bound to an IP address.
  const host = service === 'dashboard' ? 'localhost' : '127.0.0.1';
  return planned.filter((process) => process.service === service).map(({ port }) => `http://${host}:${port}`);
}

function requireBuilt(planned: readonly PlannedProcess[]): void {
  const missing = new Set(planned.map(({ service }) => entryOf(service)).filter((entry) => !existsSync(entry)));
  if (missing.size > 0) {
    throw new Error(`not built: ${[...missing].join(', ')}; run "npm run build" first`);
  }
}

function entryOf(service: ServiceName): string {
  return join(repositoryRoot, entryInside(service));
}

/** Returns the path of a service's entry point, relative to a repository or to the folder of an image. */
function entryInside(service: ServiceName): string {
  return join('services', service, 'dist', 'main.js');
}

/**
 * Node's options for every service, equal to those in the image. With a young generation of 32 MB instead of 16 MB,
 * garbage collection runs half as often. It then copies fewer of the objects that live only for one call.
 */
const nodeOptions = ['--enable-source-maps', '--max-semi-space-size=32'];

/**
 * Returns the command line of a process. The stack calls it at each start, so a process may run another version after a
 * restart.
 */
function commandOf(context: StackContext, planned: PlannedProcess): readonly string[] {
  return context.launcher === undefined
    ? [process.execPath, ...nodeOptions, entryOf(planned.service)]
    : [...context.launcher(planned), entryInside(planned.service)];
}

/** Starts one service process and waits until it is ready. */
async function startService(context: StackContext, planned: PlannedProcess, wiring: Wiring): Promise<void> {
  const service = {
    name: planned.name,
    commandLine: () => commandOf(context, planned),
    environment: {
      ...environmentOf(planned, context.planned, wiring, context.caller),
      ...context.serviceEnvironment(planned.service),
    },
    logFile: join(context.dataDir, 'logs', `${planned.name}.log`),
  };
  await context.progress.step(planned.name, async () => {
    await context.group.start({
      name: planned.name,
      start: (onSpawn) => startServiceProcess(service, onSpawn),
      stopSignal: 'SIGTERM',
      stopGraceMs: serviceGraceMs,
      restartOnExit: context.restart,
      onNote: context.progress.note,
    });
    await waitReady(context, planned.name, readyTimeoutMs, context.signal);
  });
}

/**
 * Waits until a process runs and its /readyz answers 200. Rejects after the timeout, with the names of the checks that
 * failed.
 */
export async function waitReady(
  context: Pick<StackContext, 'group' | 'planned' | 'dataDir'>,
  name: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const member = context.group.get(name);
  const planned = context.planned.find((process) => process.name === name);
  const logFile = join(context.dataDir, 'logs', `${name}.log`);
  let failedChecks: readonly string[] = [];
  const isReady = async (): Promise<boolean> => {
    if (!member.isUp() || planned === undefined) {
      return member.isUp();
    }
    const readiness = await fetchReadiness(planned.opsPort);
    failedChecks = readiness?.failed ?? [];
    return readiness?.ready === true;
  };
  await poll(async () => ((await isReady()) ? true : undefined), {
    timeoutMs,
    everyMs: readinessPauseMs,
    signal,
    onTimeout: () => {
      const waitsFor = failedChecks.length === 0 ? '' : `; it waits for ${failedChecks.join(', ')}`;
      const log = lastLines(logFile, shownLines);
      throw new Error(`${name} was not ready after ${timeoutMs / 1_000} s${waitsFor}\n${log}`.trimEnd());
    },
  });
}

/**
 * Waits until the engine serves every type. Live sources may be unavailable for hours, so the ready message lists the
 * types that are missing.
 * @returns the types that the engine serves.
 */
async function waitForCatalog(context: StackContext): Promise<readonly string[]> {
  const { progress, dataDir, sources, planned } = context;
  const { served } = await progress.step('catalog complete', async () => {
    const types = await waitForTypes(addressOf('engine', planned), typesTimeoutMs[sources], context);
    if (types.missing.length > 0 && sources === 'sandbox') {
      const log = join(dataDir, 'logs', 'engine.log');
      throw new Error(`the engine does not serve ${types.missing.join(', ')}; see ${log}`);
    }
    return types;
  });
  return served;
}

/** Opens the demo account, and waits until every gateway lists as many types as the engine serves. */
async function openDemoAccount(
  context: StackContext,
  served: number,
  gatewayUrls: readonly string[],
  adminToken: string,
): Promise<DemoAccount> {
  const { progress, dataDir, settings, planned } = context;
  return progress.step('demo account', async () => {
    const behind = new Set(gatewayUrls);
    const demo = await loadOrCreateDemoAccount({
      dataDir,
      billingAddress: addressOf('billing', planned),
      adminToken,
      identity: context.identity,
      creditMicros: settings.ASSAY_DEMO_CREDITS,
      rateLimitPerMinute: settings.ASSAY_RATE_LIMIT_PER_MINUTE,
      keyIsAccepted: async (key) => {
        const gatewayUrl = gatewayUrls[0] ?? '';
        const { accepted, types } = await fetchTypes(gatewayUrl, key);
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
