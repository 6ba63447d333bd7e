import * as grpc from '@grpc/grpc-js';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { connect, type ConnectedClient } from './client.ts';
import { openConversation, remainingMs, rootContext } from './context.ts';
import { services } from './load.ts';
import { addMux, type MuxServer } from './mux-server.ts';
import { rootTokenCheck, type OperatorAccess } from './operator-access.ts';
import { addUnaryMethods, serveMethods } from './server.ts';
import type { ServiceHandlers } from './methods.ts';
import type { ResolverServiceDefinition } from './gen/assay/resolver/v1/ResolverService.ts';

type Resolve = ServiceHandlers<ResolverServiceDefinition>['Resolve'];
type Served = { readonly port: number; readonly server: grpc.Server; readonly mux: MuxServer };

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) {
    cleanup();
  }
});

async function serve(resolve: Resolve, options: { port?: number; admin?: string } = {}): Promise<Served> {
  const server = new grpc.Server();
  const methods = serveMethods(services.resolver, { Resolve: resolve }, () => undefined);
  const admin = options.admin === undefined ? undefined : operatorsOf(options.admin);
  addUnaryMethods(server, services.resolver, methods, admin);
  const mux = addMux(server, methods, { maxInFlight: 100 });
  const port = await new Promise<number>((done, fail) => {
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? done(bound) : fail(error),
    );
  });
  cleanups.push(() => server.forceShutdown());
  return { port, server, mux };
}

function operatorsOf(token: string): OperatorAccess {
  const check = rootTokenCheck(token);
  return { names: ['Resolve'], operatorOf: async (tokenSha256) => check(tokenSha256) };
}

function client(target: string, streamed: boolean, adminToken?: string): ConnectedClient<ResolverServiceDefinition> {
  const connected = connect(services.resolver, target, {
    ...(streamed ? { streamed: ['Resolve'], idempotent: ['Resolve'] } : {}),
    ...(adminToken === undefined ? {} : { adminToken }),
  });
  cleanups.push(connected.close);
  return connected;
}

test.each([true, false])(
  'a call is answered, and a fault keeps its code and message (streamed: %p)',
  async (streamed) => {
    const { port } = await serve(async ({ query }) => {
      if (query === 'bad') {
        throw new Fault('INVALID_PARAM', 'query: not valid');
      }
      return { resolved: 'RESOLVED_TYPE', type: query, confidence: 0.5 };
    });
    const { methods } = client(`127.0.0.1:${port}`, streamed);
    await expect(methods.Resolve({ query: 'token.price' }, rootContext(2_000))).resolves.toMatchObject({
      resolved: 'RESOLVED_TYPE',
      type: 'token.price',
      confidence: 0.5,
      missing: [],
    });
    await expect(methods.Resolve({ query: 'bad' }, rootContext(2_000))).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      message: 'query: not valid',
    });
  },
);

test.each([true, false])(
  'the deadline travels with a call, and a call that never returns fails at it (streamed: %p)',
  async (streamed) => {
    let remaining = 0;
    const { port } = await serve((request, context) => {
      remaining = remainingMs(context);
      return request.query === 'hang' ? new Promise(() => undefined) : Promise.resolve({});
    });
    const { methods } = client(`127.0.0.1:${port}`, streamed);
    await methods.Resolve({ query: '' }, rootContext(2_000));
    expect(remaining).toBeGreaterThan(1_000);
    expect(remaining).toBeLessThanOrEqual(2_000);
    await expect(methods.Resolve({ query: 'hang' }, rootContext(150))).rejects.toMatchObject({
      code: 'DEADLINE_EXCEEDED',
    });
  },
);

test.each([
  [true, 3_600_000],
  [true, -3_600_000],
  [false, 3_600_000],
  [false, -3_600_000],
])(
  'a change of the system time neither ends a call nor extends it (streamed: %p, by %p ms)',
  async (streamed, changeMs) => {
    let remaining = 0;
    const systemNow = Date.now;
    cleanups.push(() => jest.restoreAllMocks());
    const { port } = await serve(async ({ query }, context) => {
      jest.spyOn(Date, 'now').mockImplementation(() => systemNow() + changeMs);
      remaining = remainingMs(context);
      return query === 'hang' ? new Promise(() => undefined) : { type: query };
    });
    const { methods } = client(`127.0.0.1:${port}`, streamed);
    await expect(methods.Resolve({ query: 'quick' }, rootContext(2_000))).resolves.toMatchObject({ type: 'quick' });
    expect(remaining).toBeGreaterThan(1_000);
    expect(remaining).toBeLessThanOrEqual(2_000);
    const startedAt = performance.now();
    const hanging = methods.Resolve({ query: 'hang' }, rootContext(300));
    await expect(hanging).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(performance.now() - startedAt).toBeGreaterThan(250);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  },
);

test.each([
  [true, 3_600_000],
  [true, -3_600_000],
  [false, 3_600_000],
  [false, -3_600_000],
])(
  'a change of the system time before a call is sent neither ends it nor extends it (streamed: %p, by %p ms)',
  async (streamed, changeMs) => {
    let remaining = 0;
    const systemNow = Date.now;
    cleanups.push(() => jest.restoreAllMocks());
    const { port } = await serve(async ({ query }, context) => {
      remaining = remainingMs(context);
      return { type: query };
    });
    const { methods } = client(`127.0.0.1:${port}`, streamed);
    const call = methods.Resolve({ query: 'quick' }, rootContext(2_000));
    // The client is still connecting now. So it sends the call after the clock has changed.
    jest.spyOn(Date, 'now').mockImplementation(() => systemNow() + changeMs);
    await expect(call).resolves.toMatchObject({ type: 'quick' });
    expect(remaining).toBeGreaterThan(1_000);
    expect(remaining).toBeLessThanOrEqual(2_000);
  },
);

test('a change of the system time does not end the wait for a replica', async () => {
  const { port } = await serve(async () => ({}));
  const systemNow = Date.now;
  cleanups.push(() => jest.restoreAllMocks());
  const { ready } = client(`127.0.0.1:${port}`, false);
  const waiting = ready(2_000);
  jest.spyOn(Date, 'now').mockImplementation(() => systemNow() + 3_600_000);
  await expect(waiting).resolves.toBeUndefined();
});

test('concurrent calls over one stream each get their own answer', async () => {
  const { port } = await serve(async ({ query }) => ({ type: query }));
  const { methods } = client(`127.0.0.1:${port}`, true);
  const queries = Array.from({ length: 90 }, (_unused, index) => `type.${index}`);
  const answers = await Promise.all(queries.map((query) => methods.Resolve({ query }, rootContext(2_000))));
  expect(answers.map(({ type }) => type)).toEqual(queries);
});

test('a stream refuses calls beyond its limit instead of queueing them', async () => {
  const release: (() => void)[] = [];
  const { port } = await serve(() => new Promise((done) => release.push(() => done({}))));
  const { methods } = client(`127.0.0.1:${port}`, true);
  const calls = Array.from({ length: 101 }, () => methods.Resolve({ query: '' }, rootContext(5_000)));
  await expect(Promise.race(calls)).rejects.toMatchObject({ code: 'OVERLOADED' });
  for (const done of release) {
    done();
  }
  const settled = await Promise.allSettled(calls);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
});

test('idempotent calls of a replica that dies are sent again, and the replica is used again after its restart', async () => {
  let firstCalled: (() => void) | undefined;
  const called = new Promise<void>((done) => {
    firstCalled = done;
  });
  const first = await serve(() => {
    firstCalled?.();
    return new Promise(() => undefined);
  });
  const { methods } = client(`127.0.0.1:${first.port}`, true);
  const answer = methods.Resolve({ query: '' }, rootContext(8_000));
  await called;
  first.server.forceShutdown();
  await serve(async () => ({ type: 'second.life' }), { port: first.port });
  await expect(answer).resolves.toMatchObject({ type: 'second.life' });
});

test('a service that answers UNAVAILABLE is called again after growing pauses, until the deadline', async () => {
  let calls = 0;
  const { port } = await serve(async () => {
    calls += 1;
    throw new Fault('UNAVAILABLE');
  });
  const { methods } = client(`127.0.0.1:${port}`, true);
  await expect(methods.Resolve({ query: '' }, rootContext(400))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(calls).toBeGreaterThan(2);
  expect(calls).toBeLessThan(10);
});

test('a call that is sent again has a higher rank each time, also below another call', async () => {
  const ranks: (number | undefined)[] = [];
  const { port } = await serve(async (_request, context) => {
    ranks.push(context.attempt);
    if (ranks.length < 3) {
      throw new Fault('UNAVAILABLE');
    }
    return {};
  });
  const { methods } = client(`127.0.0.1:${port}`, true);
  await methods.Resolve({ query: '' }, { ...rootContext(5_000), attempt: 2 });
  expect(ranks).toEqual([101, 102, 103]);
});

test('a leaving replica gets calls only while no other replica is ready', async () => {
  const first = await serve(async () => ({ type: 'first' }));
  const alone = client(`127.0.0.1:${first.port}`, true);
  await alone.ready(2_000);
  first.mux.leave();
  await expect(alone.methods.Resolve({ query: '' }, rootContext(5_000))).resolves.toMatchObject({ type: 'first' });
  const second = await serve(async () => ({ type: 'second' }));
  const clientOfBoth = client(`127.0.0.1:${first.port},127.0.0.1:${second.port}`, true);
  const types = new Set<string>();
  while (!types.has('second')) {
    types.add((await clientOfBoth.methods.Resolve({ query: '' }, rootContext(5_000))).type);
  }
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => clientOfBoth.methods.Resolve({ query: '' }, rootContext(5_000))),
  );
  expect(new Set(responses.map(({ type }) => type))).toEqual(new Set(['second']));
});

test('the calls of a conversation go to one replica, and to no other when it dies', async () => {
  const serveAs = (name: string): Promise<Served> =>
    serve(({ query }) => (query === 'hang' ? new Promise(() => undefined) : Promise.resolve({ type: name })));
  const replicas = new Map([
    ['first', await serveAs('first')],
    ['second', await serveAs('second')],
  ]);
  const ports = [...replicas.values()].map(({ port }) => `127.0.0.1:${port}`);
  const { methods, ready } = client(ports.join(','), true);
  await ready(5_000);
  const context = openConversation(rootContext(20_000));
  const { type } = await methods.Resolve({ query: '' }, context);
  // Now the other replica has fewer calls in flight, so a call outside the conversation would go there.
  const hanging = methods.Resolve({ query: 'hang' }, context);
  await expect(methods.Resolve({ query: '' }, context)).resolves.toMatchObject({ type });
  replicas.get(type)?.server.forceShutdown();
  await expect(hanging).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(methods.Resolve({ query: '' }, context)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const other = type === 'first' ? 'second' : 'first';
  await expect(methods.Resolve({ query: '' }, rootContext(20_000))).resolves.toMatchObject({ type: other });
});

test('a draining replica finishes its calls in flight and gets no new ones', async () => {
  let release: (() => void) | undefined;
  const served: string[] = [];
  const serveAs = (name: string): Promise<Served> =>
    serve(async ({ query }) => {
      served.push(name);
      if (query === 'wait') {
        await new Promise<void>((done) => {
          release = done;
        });
      }
      return { type: name };
    });
  const first = await serveAs('first');
  const { methods, ready } = client(`127.0.0.1:${first.port}`, true);
  await ready(2_000);
  const begun = methods.Resolve({ query: 'wait' }, rootContext(5_000));
  while (release === undefined) {
    await new Promise((done) => setImmediate(done));
  }
  first.mux.drain();
  const second = await serveAs('second');
  const clientOfBoth = client(`127.0.0.1:${first.port},127.0.0.1:${second.port}`, true);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => clientOfBoth.methods.Resolve({ query: '' }, rootContext(5_000))),
  );
  await expect(methods.Resolve({ query: '' }, rootContext(300))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  release();
  await expect(begun).resolves.toMatchObject({ type: 'first' });
  expect(new Set(answers.map(({ type }) => type))).toEqual(new Set(['second']));
  expect(served.filter((name) => name === 'first')).toHaveLength(1);
});

test('an operator method needs the token', async () => {
  const { port } = await serve(async () => ({ type: 'secret' }), { admin: 'a-long-enough-token' });
  const target = `127.0.0.1:${port}`;
  await expect(client(target, false).methods.Resolve({}, rootContext(2_000))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(client(target, false, 'wrong').methods.Resolve({}, rootContext(2_000))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(
    client(target, false, 'a-long-enough-token').methods.Resolve({}, rootContext(2_000)),
  ).resolves.toMatchObject({ type: 'secret' });
});

test.each([true, false])(
  'a message that cannot be encoded reaches the caller well-formed, and the server goes on (streamed: %p)',
  async (streamed) => {
    const { port } = await serve(async ({ query }) => {
      if (query === 'bad') {
        const fault = new Fault('INVALID_PARAM');
        Object.defineProperty(fault, 'message', { value: `"type": "${'x'.repeat(2_000)}\ud83d"` });
        throw fault;
      }
      return { resolved: 'RESOLVED_TYPE', type: query, confidence: 0.5 };
    });
    const { methods } = client(`127.0.0.1:${port}`, streamed);
    const thrown: unknown = await methods
      .Resolve({ query: 'bad' }, rootContext(2_000))
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'INVALID_PARAM', message: expect.stringContaining('"type": "xxx') });
    expect(() => encodeURI((thrown as Fault).message)).not.toThrow();
    await expect(methods.Resolve({ query: 'token.price' }, rootContext(2_000))).resolves.toMatchObject({
      type: 'token.price',
    });
  },
);

test('a status that grpc-js cannot send is observed as a failure and ends no process', async () => {
  const observed: string[] = [];
  const [method] = serveMethods(services.resolver, { Resolve: async () => ({}) }, ({ fault }) =>
    observed.push(String(fault?.cause)),
  );
  const added: grpc.UntypedServiceImplementation[] = [];
  const server = { addService: (_name: unknown, methods: grpc.UntypedServiceImplementation) => added.push(methods) };
  addUnaryMethods(server as unknown as grpc.Server, services.resolver, method === undefined ? [] : [method]);
  const handle = added[0]?.['Resolve'] as grpc.handleUnaryCall<unknown, unknown>;
  const call = {
    metadata: new grpc.Metadata(),
    request: {},
    getDeadline: () => Date.now() + 1_000,
    getAuthContext: () => ({}),
  };
  handle(call as unknown as grpc.ServerUnaryCall<unknown, unknown>, () => {
    throw new URIError('URI malformed');
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(observed).toEqual(['undefined', 'URIError: URI malformed']);
});
