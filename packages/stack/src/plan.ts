import { freePort } from './ports.ts';
import type { Environment } from './settings.ts';

/**
 * The services of the local stack, in the order in which they stop. A service stops before the services that it calls.
 */
export const serviceTiers = [
  ['dashboard'],
  ['gateway'],
  ['watch'],
  ['resolver', 'gate', 'engine'],
  ['billing'],
  ['sandbox'],
] as const;

/** The name of a service of the local stack. */
export type ServiceName = (typeof serviceTiers)[number][number];

/** Whether the stack uses simulated or real sources. */
export type SourceMode = 'sandbox' | 'live';

/** A process that the stack will start. Its ports stay the same across restarts. */
export type PlannedProcess = {
  /** The service's name, followed by a number when the service has several processes. */
  readonly name: string;
  readonly service: ServiceName;
  readonly opsPort: number;
  /** The HTTP port of the gateway, the dashboard and the sandbox; the gRPC port of all others. */
  readonly port: number;
  /** The gRPC port of the dashboard, for operators. */
  readonly rpcPort?: number;
  /** The SMTP port of the sandbox, to which the dashboard sends its mails. Present only in a stack with a dashboard. */
  readonly mailPort?: number;
};

/** The credits that a new account gets in a sandbox. They are enough for thousands of calls. */
const sandboxTrialCredits = '10';

/** The addresses and secrets that the stack passes to its processes. */
export type Wiring = {
  readonly sources: SourceMode;
  readonly postgresUrl: string;
  /** PostgreSQL URLs of the services that have their own roles. A service that is absent uses `postgresUrl`. */
  readonly roleUrls?: ReadonlyMap<string, string>;
  readonly natsUrl: string;
  readonly adminToken: string;
  /** The key ring that encrypts webhook secrets. Only the watch service receives it. */
  readonly watchSecretKeys: string;
  /** The key ring that encrypts stored answers. Only billing receives it. */
  readonly billingSecretKeys: string;
  /**
   * The secret that signs the dashboard's sessions, and the key ring that encrypts playground keys. Only the dashboard
   * receives them.
   */
  readonly dashboardSecret: string;
  readonly dashboardSecretKeys: string;
  /** The key ring that signs answers. Only the gateway receives it. */
  readonly signingKeys: string;
  /** The base URL of each provider by its id. When undefined, the setting in the caller's environment applies. */
  readonly providerUrls: Readonly<Record<string, string>> | undefined;
  /** The JSON-RPC URL of each node by its name. When undefined, the setting in the caller's environment applies. */
  readonly rpcUrls: Readonly<Record<string, string>> | undefined;
  readonly drainMs: string;
  readonly drainSeconds: string;
};

/**
 * Returns the processes to start, with names and ports. The first gateway gets `gatewayPort`, and the first dashboard
 * gets `dashboardPort`. Only sandbox mode has a sandbox process. A dashboard is planned only when `replicas` has one.
 */
export async function planProcesses(options: {
  readonly sources: SourceMode;
  readonly gatewayPort: number;
  /** Port of the first dashboard. A free port when absent. */
  readonly dashboardPort?: number | undefined;
  readonly replicas: Readonly<Partial<Record<ServiceName, number>>>;
  readonly allocatePort?: () => Promise<number>;
}): Promise<PlannedProcess[]> {
  const allocatePort = options.allocatePort ?? freePort;
  const planned: PlannedProcess[] = [];
  for (const service of serviceTiers.flat()) {
    const count = countOf(service, options);
    for (let index = 1; index <= count; index += 1) {
      const name = count === 1 ? service : `${service}-${index}`;
      const port = (index === 1 ? fixedPort(service, options) : undefined) ?? (await allocatePort());
      const opsPort = await allocatePort();
      const rpcPort = service === 'dashboard' ? { rpcPort: await allocatePort() } : {};
      planned.push({ name, service, opsPort, port, ...rpcPort });
    }
  }
  if (planned.some(({ service }) => service === 'dashboard')) {
    const mailPort = await allocatePort();
    return planned.map((each) => (each.service === 'sandbox' ? { ...each, mailPort } : each));
  }
  return planned;
}

type Plan = Pick<Parameters<typeof planProcesses>[0], 'sources' | 'replicas' | 'gatewayPort' | 'dashboardPort'>;

function countOf(service: ServiceName, { sources, replicas }: Plan): number {
  switch (service) {
    case 'sandbox':
      return Number(sources === 'sandbox');
    case 'dashboard':
      return replicas.dashboard ?? 0;
    default:
      return replicas[service] ?? 1;
  }
}

function fixedPort(service: ServiceName, { gatewayPort, dashboardPort }: Plan): number | undefined {
  return { gateway: gatewayPort, dashboard: dashboardPort }[service as string];
}

/** Returns the gRPC addresses of a service's processes: `host:port`, separated by commas. */
export function addressOf(service: ServiceName, planned: readonly PlannedProcess[]): string {
  return planned
    .filter((process) => process.service === service)
    .map(({ port, rpcPort }) => `127.0.0.1:${rpcPort ?? port}`)
    .join(',');
}

/**
 * Returns the variables that only the watch service gets. They list the addresses and ports of the stack itself, to
 * which the watch service must send no webhook.
 */
function watchEnvironment(planned: readonly PlannedProcess[], wiring: Wiring, caller: Environment): Environment {
  const ownAddresses = planned.flatMap(({ port, opsPort, rpcPort }) =>
    [port, opsPort, ...(rpcPort === undefined ? [] : [rpcPort])].map((each) => `127.0.0.1:${each}`),
  );
  return {
    ASSAY_WATCH_SECRET_KEYS: wiring.watchSecretKeys,
    ASSAY_OWN_ADDRESSES: [caller['ASSAY_OWN_ADDRESSES'] ?? '', ...ownAddresses]
      .filter((entry) => entry !== '')
      .join(','),
  };
}

/**
 * Returns the environment of one process: the caller's environment with the settings of the stack, which take
 * precedence.
 */
export function environmentOf(
  process: PlannedProcess,
  planned: readonly PlannedProcess[],
  wiring: Wiring,
  caller: Environment,
): Environment {
  const common = {
    ...caller,
    ASSAY_MODE: wiring.sources,
    // Mutual TLS is off, because all processes listen on loopback, which other machines cannot reach.
    ASSAY_MUTUAL_TLS: caller['ASSAY_MUTUAL_TLS'] ?? 'off',
    ASSAY_BIND_HOST: '127.0.0.1',
    ASSAY_OPS_PORT: String(process.opsPort),
    ASSAY_DRAIN_MS: wiring.drainMs,
    ASSAY_DRAIN_SECONDS: wiring.drainSeconds,
  };
  if (process.service === 'sandbox') {
    const mail = process.mailPort === undefined ? {} : { ASSAY_SANDBOX_SMTP_PORT: String(process.mailPort) };
    return { ...common, ...mail, ASSAY_SANDBOX_PORT: String(process.port) };
  }
  return {
    ...common,
    ...portEnvironment(process, wiring, caller),
    ASSAY_PG_URL: wiring.roleUrls?.get(process.service) ?? wiring.postgresUrl,
    ...(wiring.roleUrls?.has(process.service) === true ? { ASSAY_MIGRATE_AT_START: 'false' } : {}),
    ASSAY_NATS_URL: wiring.natsUrl,
    ASSAY_ADMIN_TOKEN: wiring.adminToken,
    ASSAY_BILLING_ADDRESS: addressOf('billing', planned),
    ASSAY_ENGINE_ADDRESS: addressOf('engine', planned),
    ASSAY_GATE_ADDRESS: addressOf('gate', planned),
    ASSAY_RESOLVER_ADDRESS: addressOf('resolver', planned),
    ASSAY_WATCH_ADDRESS: addressOf('watch', planned),
    ...(process.service === 'billing' ? billingEnvironment(wiring, caller) : {}),
    ...(process.service === 'gateway' ? linksEnvironment(planned, caller) : {}),
    ...(process.service === 'dashboard' ? dashboardEnvironment(planned, wiring, caller) : {}),
    ...(process.service === 'watch' ? watchEnvironment(planned, wiring, caller) : {}),
    ...(wiring.providerUrls === undefined ? {} : { ASSAY_PROVIDER_URLS: JSON.stringify(wiring.providerUrls) }),
    ...(wiring.rpcUrls === undefined ? {} : { ASSAY_RPC_URLS: JSON.stringify(wiring.rpcUrls) }),
  };
}

function portEnvironment(process: PlannedProcess, wiring: Wiring, caller: Environment): Environment {
  const port = String(process.port);
  switch (process.service) {
    case 'gateway':
      return gatewayEnvironment(port, wiring, caller);
    case 'dashboard':
      return { ASSAY_DASHBOARD_PORT: port, ASSAY_RPC_PORT: String(process.rpcPort ?? 0) };
    default:
      return { ASSAY_RPC_PORT: port };
  }
}

/**
 * Returns the variables that only billing gets. In a sandbox, new accounts get credits, so that their first call gets
 * an answer. These credits have no value.
 */
function billingEnvironment(wiring: Wiring, caller: Environment): Environment {
  return {
    ASSAY_BILLING_SECRET_KEYS: wiring.billingSecretKeys,
    ...(wiring.sources === 'sandbox'
      ? { ASSAY_TRIAL_CREDITS: caller['ASSAY_TRIAL_CREDITS'] ?? sandboxTrialCredits }
      : {}),
  };
}

/**
 * Returns the variables that only the dashboard gets. In a sandbox, it sends its mails to the sandbox's mailbox page.
 * Anybody who reaches the sandbox may sign up.
 */
function dashboardEnvironment(planned: readonly PlannedProcess[], wiring: Wiring, caller: Environment): Environment {
  const gateway = planned.find(({ service }) => service === 'gateway');
  const sandbox = planned.find(({ service }) => service === 'sandbox');
  const mailPort = sandbox?.mailPort;
  return {
    ASSAY_DASHBOARD_SECRET: wiring.dashboardSecret,
    ASSAY_DASHBOARD_SECRET_KEYS: wiring.dashboardSecretKeys,
    ASSAY_PUBLIC_URL: `http://127.0.0.1:${gateway?.port ?? 0}`,
    ...(sandbox === undefined || mailPort === undefined
      ? {}
      : {
          ASSAY_SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
          ASSAY_DASHBOARD_MAILBOX_URL: `http://127.0.0.1:${sandbox.port}/mailbox`,
        }),
    ...(wiring.sources === 'sandbox' ? { ASSAY_DASHBOARD_SIGN_UP: caller['ASSAY_DASHBOARD_SIGN_UP'] ?? 'open' } : {}),
  };
}

/** Returns the variable with the address of the dashboard, to which the gateway's first page links. */
function linksEnvironment(planned: readonly PlannedProcess[], caller: Environment): Environment {
  const dashboard = planned.find(({ service }) => service === 'dashboard');
  return dashboard === undefined
    ? {}
    : { ASSAY_DASHBOARD_URL: caller['ASSAY_DASHBOARD_URL'] ?? `http://localhost:${dashboard.port}` };
}

/**
 * Returns the variables that only the gateway gets. On one machine all callers have the same IP address, so the limits
 * per address are off unless the caller sets them.
 */
function gatewayEnvironment(port: string, wiring: Wiring, caller: Environment): Environment {
  return {
    ASSAY_PORT: port,
    ASSAY_SIGNING_KEYS: wiring.signingKeys,
    ASSAY_MAX_CONNECTIONS_PER_ADDRESS: caller['ASSAY_MAX_CONNECTIONS_PER_ADDRESS'] ?? '0',
  };
}
