import { Agent, request } from 'node:http';
import { pause } from '@assay/runtime/clock';
import type { Stack } from '@assay/stack/stack';
import { cpuMicros } from './cpu.ts';
import { quantile } from './quantile.ts';

/** One request of a load: the API key and the JSON body. */
export type GrowthRequest = { readonly key: string; readonly body: string };

/** A point of a curve: a running system, and the requests that are sent to it. */
export type Point = {
  readonly name: string;
  readonly stack: Stack;
  /** Returns the next request to send. */
  readonly next: () => GrowthRequest;
};

/** The cost of a delivery at one point. */
export type PointCost = {
  readonly name: string;
  /** CPU time of a delivery in microseconds, without the CPU time that the same processes use when idle. */
  readonly micros: number;
  readonly byProcess: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly perSecond: number;
  readonly failed: number;
};

/** The processes whose CPU time counts as the cost of a delivery. */
export const measuredProcesses = ['gateway', 'engine', 'billing', 'postgres', 'nats'] as const;
const callers = 32;

function cpuOf({ pids }: Stack): Record<string, number> {
  return cpuMicros(Object.fromEntries(measuredProcesses.map((name) => [name, pids[name] ?? 0])));
}

function difference(after: Record<string, number>, before: Record<string, number>): Record<string, number> {
  return Object.fromEntries(measuredProcesses.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]));
}

/** Returns the CPU time that an idle system uses per second, by process, in microseconds. */
export async function restingCpu(stack: Stack, seconds: number): Promise<Record<string, number>> {
  const before = cpuOf(stack);
  await pause(seconds * 1_000);
  const used = difference(cpuOf(stack), before);
  return Object.fromEntries(Object.entries(used).map(([name, micros]) => [name, micros / seconds]));
}

/** Sends a point's requests in a closed loop for some seconds, and returns their cost. */
export async function measurePoint(
  { name, stack, next }: Point,
  seconds: number,
  resting: Readonly<Record<string, number>>,
): Promise<PointCost> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const latenciesMs: number[] = [];
  let failed = 0;
  const before = cpuOf(stack);
  const startedAt = performance.now();
  const caller = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1_000) {
      const sentAt = performance.now();
      const isDelivered = await send(`${stack.gatewayUrl}/v1/get_data`, agent, next());
      latenciesMs.push(performance.now() - sentAt);
      failed += isDelivered ? 0 : 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const tookSeconds = (performance.now() - startedAt) / 1_000;
  const used = difference(cpuOf(stack), before);
  agent.destroy();
  const count = Math.max(1, latenciesMs.length - failed);
  const byProcess = Object.fromEntries(
    Object.entries(used).map(([each, micros]) => [each, (micros - (resting[each] ?? 0) * tookSeconds) / count]),
  );
  return {
    name,
    micros: Object.values(byProcess).reduce((sum, micros) => sum + micros, 0),
    byProcess,
    p50Ms: quantile(latenciesMs, 0.5),
    perSecond: count / tookSeconds,
    failed,
  };
}

/** Sends one request. Resolves to whether the answer was delivered. */
function send(url: string, agent: Agent, { key, body }: GrowthRequest): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const httpRequest = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode === 200));
    });
    httpRequest.on('error', () => resolve(false));
    httpRequest.end(body);
  });
}

/**
 * Warms up all points and then measures them alternately for several rounds. Returns for each point the round whose
 * cost is the median.
 */
export async function measureInTurn(
  points: readonly Point[],
  {
    rounds,
    seconds,
    warmUpSeconds,
    restSeconds,
  }: Readonly<Record<'rounds' | 'seconds' | 'warmUpSeconds' | 'restSeconds', number>>,
): Promise<readonly PointCost[]> {
  for (const point of points) {
    await measurePoint(point, warmUpSeconds, {});
  }
  const resting = new Map<Stack, Record<string, number>>();
  for (const stack of new Set(points.map((point) => point.stack))) {
    resting.set(stack, await restingCpu(stack, restSeconds));
  }
  const costs = points.map((): PointCost[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, point] of points.entries()) {
      costs[index]?.push(await measurePoint(point, seconds, resting.get(point.stack) ?? {}));
    }
  }
  return costs.flatMap((each) => each.toSorted((a, b) => a.micros - b.micros)[Math.floor(each.length / 2)] ?? []);
}
