import { freePort } from './ports.ts';
import type { Environment } from './settings.ts';

/** Services of the local stack in the order in which they stop: those that others wait for come later. */
export const serviceTiers = [['gateway'], ['watch'], ['resolver', 'gate', 'engine'], ['billing'], ['sandbox']] as const;

/** A service of the local stack. */
export type ServiceName = (typeof serviceTiers)[number][number];

/** Whether the outside world is simulated or real. */
export type Sources = 'sandbox' | 'live';

/** One process that the stack will start, with ports that it keeps over every restart. */
export type PlannedProcess = {
  /** The service's name; with a number behind where there are several of it. */
  readonly name: string;
  readonly service: ServiceName;
  readonly opsPort: number;
  /** The gateway's and the sandbox's HTTP port, the gRPC port of all others. */
  readonly port: number;
};

/** What the processes are told about each other. */
export type Wiring = {
  readonly sources: Sources;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly adminToken: string;
  /** The key ring of webhook secrets, for the watch service alone. */
  readonly watchSecretKeys: string;
  /** Base URL by provider id; undefined leaves the caller's own setting as it is. */
  readonly providerUrls: Readonly<Record<string, string>> | undefined;
  /** URL of the JSON-RPC of a chain's node by its name; undefined leaves the caller's own setting as it is. */
  readonly rpcUrls: Readonly<Record<string, string>> | undefined;
  readonly drainMs: string;
};

/** Chooses names and ports. The first gateway takes the port given; the sandbox is planned only where it is wanted. */
export async function planProcesses(options: {
  readonly sources: Sources;
  readonly gatewayPort: number;
  readonly replicas: Readonly<Partial<Record<ServiceName, number>>>;
  readonly takePort?: () => Promise<number>;
}): Promise<PlannedProcess[]> {
  const takePort = options.takePort ?? freePort;
  const planned: PlannedProcess[] = [];
  for (const service of serviceTiers.flat()) {
    const count = service === 'sandbox' ? Number(options.sources === 'sandbox') : (options.replicas[service] ?? 1);
    for (let index = 1; index <= count; index += 1) {
      const first = service === 'gateway' && index === 1;
      planned.push({
        name: count === 1 ? service : `${service}-${index}`,
        service,
        opsPort: await takePort(),
        port: first ? options.gatewayPort : await takePort(),
      });
    }
  }
  return planned;
}

/** Where a service's processes are reached: `host:port`, separated by commas. */
export function addressOf(service: ServiceName, planned: readonly PlannedProcess[]): string {
  return planned
    .filter((process) => process.service === service)
    .map(({ port }) => `127.0.0.1:${port}`)
    .join(',');
}

/** Webhooks must not lead back into the stack, whatever network a test opens, so its own ports are named. */
function watchOnly(planned: readonly PlannedProcess[], wiring: Wiring, caller: Environment): Environment {
  const own = planned.flatMap(({ port, opsPort }) => [`127.0.0.1:${port}`, `127.0.0.1:${opsPort}`]);
  return {
    ASSAY_WATCH_SECRET_KEYS: wiring.watchSecretKeys,
    ASSAY_OWN_ADDRESSES: [caller['ASSAY_OWN_ADDRESSES'] ?? '', ...own].filter((entry) => entry !== '').join(','),
  };
}

/** The environment of one process: the caller's own, and over it what the stack decides. */
export function environmentOf(
  process: PlannedProcess,
  planned: readonly PlannedProcess[],
  wiring: Wiring,
  caller: Environment,
): Environment {
  const common = {
    ...caller,
    ASSAY_MODE: wiring.sources,
    ASSAY_BIND_HOST: '127.0.0.1',
    ASSAY_OPS_PORT: String(process.opsPort),
    ASSAY_DRAIN_MS: wiring.drainMs,
  };
  if (process.service === 'sandbox') {
    return { ...common, ASSAY_SANDBOX_PORT: String(process.port) };
  }
  const port = String(process.port);
  return {
    ...common,
    ...(process.service === 'gateway' ? { ASSAY_PORT: port } : { ASSAY_RPC_PORT: port }),
    ASSAY_PG_URL: wiring.postgresUrl,
    ASSAY_NATS_URL: wiring.natsUrl,
    ASSAY_ADMIN_TOKEN: wiring.adminToken,
    ASSAY_BILLING_ADDRESS: addressOf('billing', planned),
    ASSAY_ENGINE_ADDRESS: addressOf('engine', planned),
    ASSAY_GATE_ADDRESS: addressOf('gate', planned),
    ASSAY_RESOLVER_ADDRESS: addressOf('resolver', planned),
    ASSAY_WATCH_ADDRESS: addressOf('watch', planned),
    ...(process.service === 'watch' ? watchOnly(planned, wiring, caller) : {}),
    ...(wiring.providerUrls === undefined ? {} : { ASSAY_PROVIDER_URLS: JSON.stringify(wiring.providerUrls) }),
    ...(wiring.rpcUrls === undefined ? {} : { ASSAY_RPC_URLS: JSON.stringify(wiring.rpcUrls) }),
  };
}
