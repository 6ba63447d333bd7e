import * as grpc from '@grpc/grpc-js';
import { afterEach, expect, test } from '@jest/globals';
import { connect } from './client.ts';
import { rootContext } from './context.ts';
import { services } from './load.ts';
import type { ServiceClient } from './methods.ts';
import { addMux } from './mux-server.ts';
import { addUnaryMethods, serveMethods } from './server.ts';
import type { ResolverServiceDefinition } from './gen/assay/resolver/v1/ResolverService.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) {
    cleanup();
  }
});

/** Starts a replica that answers with its name, and returns its address. */
async function startReplica(host: string, name: string): Promise<string> {
  const server = new grpc.Server();
  const Resolve = async () => ({ resolved: 'RESOLVED_TYPE' as const, type: name, confidence: 1 });
  const methods = serveMethods(services.resolver, { Resolve }, () => undefined);
  addUnaryMethods(server, services.resolver, methods);
  addMux(server, methods, { maxInFlight: 100 });
  const port = await new Promise<number>((done, fail) => {
    server.bindAsync(`${host}:0`, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? done(bound) : fail(error),
    );
  });
  cleanups.push(() => server.forceShutdown());
  return `${host}:${port}`;
}

function methodsOf(target: string, streamed: boolean): ServiceClient<ResolverServiceDefinition> {
  const options = streamed ? ({ streamed: ['Resolve'], idempotent: ['Resolve'] } as const) : {};
  const connected = connect(services.resolver, target, options);
  cleanups.push(connected.close);
  return connected.methods;
}

/** Calls until `count` replicas have answered, and returns their names in order. Rejects after five seconds. */
async function namesOf(target: string, streamed: boolean, count: number): Promise<string[]> {
  const methods = methodsOf(target, streamed);
  const context = rootContext(5_000);
  const names = new Set<string>();
  while (names.size < count) {
    const answers = await Promise.all(Array.from({ length: 4 }, () => methods.Resolve({ query: 'q' }, context)));
    answers.forEach(({ type }) => names.add(type));
  }
  return [...names].toSorted();
}

test.each([true, false].flatMap((streamed) => ['127.0.0.1', '[::1]'].map((host) => [host, streamed] as const)))(
  'calls to a list of addresses such as %s reach every replica (streamed: %p)',
  async (host, streamed) => {
    const addresses = [await startReplica(host, 'a'), await startReplica(host, 'b')];
    expect(await namesOf(addresses.join(','), streamed, 2)).toEqual(['a', 'b']);
  },
);

test.each([true, false])('one IPv6 address works (streamed: %p)', async (streamed) => {
  expect(await namesOf(await startReplica('[::1]', 'a'), streamed, 1)).toEqual(['a']);
});

test('of a list of both families, streams reach all and unary calls the family that comes first', async () => {
  const [six, four] = [await startReplica('[::1]', 'six'), await startReplica('127.0.0.1', 'four')];
  expect(await namesOf(`${six},${four}`, true, 2)).toEqual(['four', 'six']);
  expect(await namesOf(`${six},${four}`, false, 1)).toEqual(['six']);
  expect(await namesOf(`${four},${six}`, false, 1)).toEqual(['four']);
});
