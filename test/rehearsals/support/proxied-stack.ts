import { startStack, type Stack, type StackOptions } from '@assay/stack/stack';
import { startServiceProxy, type ServiceProxy } from './service-proxy.ts';

/** A stack with two replicas of every service. Each of the two services that serve HTTP has a proxy in front. */
export type ProxiedStack = {
  readonly stack: Stack;
  /** Base URL of the proxy in front of the gateways. */
  readonly gatewayUrl: string;
  /** Base URL of the proxy in front of the dashboards. */
  readonly dashboardUrl: string;
  /** Returns the URL of the role that owns a schema. */
  readonly ownerUrlOf: (service: string) => string;
  readonly stop: () => Promise<void>;
};

/** The services that have two replicas, in the order in which the output lists them. */
export const replicatedServices = ['gateway', 'dashboard', 'resolver', 'gate', 'engine', 'billing', 'watch'] as const;

const readinessTimeoutMs = 1_000;

/** Starts the stack and the proxies. `migrate` migrates the database. */
export async function startProxiedStack(
  options: Omit<StackOptions, 'replicas' | 'migrate'> & Pick<Required<StackOptions>, 'migrate'>,
): Promise<ProxiedStack> {
  let ownerUrlOf: ProxiedStack['ownerUrlOf'] | undefined;
  const stack = await startStack({
    ...options,
    replicas: Object.fromEntries(replicatedServices.map((service) => [service, 2])),
    migrate: (postgresUrl, urlOf) => {
      ownerUrlOf = urlOf;
      return options.migrate(postgresUrl, urlOf);
    },
  });
  const gateways = await proxyOf(stack, 'gateway', stack.gatewayUrls);
  const dashboards = await proxyOf(stack, 'dashboard', stack.dashboardUrls);
  return {
    stack,
    gatewayUrl: `http://127.0.0.1:${gateways.port}`,
    dashboardUrl: `http://127.0.0.1:${dashboards.port}`,
    ownerUrlOf: (service) => ownerUrlOf?.(service) ?? stack.postgresUrl,
    stop: async () => {
      await Promise.all([gateways.close(), dashboards.close()]);
      await stack.stop();
    },
  };
}

function proxyOf(stack: Stack, service: string, urls: readonly string[]): Promise<ServiceProxy> {
  return startServiceProxy(
    urls.map((url, index) => ({
      port: Number(new URL(url).port),
      isReady: readinessOf(`${stack.opsUrls[`${service}-${index + 1}`]}/readyz`),
    })),
  );
}

/**
 * Creates a function that returns whether a server is ready, as its last response said. When a response comes too late,
 * the state stays the same for one more check. The chart's failureThreshold has the same effect.
 */
function readinessOf(url: string): () => Promise<boolean> {
  let last = false;
  let wasLate = false;
  return async () => {
    const answer = await readinessAt(url);
    last = answer ?? (last && !wasLate);
    wasLate = answer === undefined;
    return last;
  };
}

/** Returns whether a server reports ready; undefined when it does not respond in time. */
async function readinessAt(url: string): Promise<boolean | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(readinessTimeoutMs) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch (error) {
    // A process that has not started to listen, or that has ended, refuses connections.
    return (error as Error).name === 'TimeoutError' ? undefined : false;
  }
}
