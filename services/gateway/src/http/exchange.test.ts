import { afterEach, expect, test } from '@jest/globals';
import { context as contextApi, trace } from '@opentelemetry/api';
import { TracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { Fault } from '@assay/faults/faults';
import { once } from 'node:events';
import { connect } from 'node:net';
import { delivered, resolved, undelivered } from '../testing/fake-services.ts';
import { startGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
afterEach(async () => {
  await gateway.close();
  trace.disable();
  contextApi.disable();
});

const never = (): Promise<never> => new Promise(() => undefined);

/** Returns a promise and the function that fulfils it. */
function latch(): { readonly reached: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const reached = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { reached, open: () => open() };
}

const question = '{"type":"token.price"}';
const rawRequest = (key: string): string =>
  `POST /v1/get_data HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
  `content-length: ${question.length}\r\n\r\n${question}`;

test('a traceparent of the caller becomes a link, and every response has a trace of its own', async () => {
  const exporter = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  gateway = await startGateway({ traced: true });
  const { key } = gateway.billing.open();
  const callers = '4bf92f3577b34da6a3ce929d0e0e4736';
  const headers = { traceparent: `00-${callers}-00f067aa0ba902b7-01` };
  const first = await gateway.send('/v1/get_data', { key, headers, body: { type: 'token.price' } });
  const second = await gateway.send('/v1/get_data', { key, headers, body: { type: 'token.price' } });
  await gateway.send('/v1/types', { key, headers: { traceparent: 'nonsense' } });
  const ids = [first, second].map(({ headers: { 'x-trace-id': id } }) => id);
  expect(new Set([...ids, `tr_${callers}`]).size).toBe(3);
  expect(first.body).toMatchObject({ traceId: ids[0], verification: { traceId: ids[0] } });
  const spans = exporter.getFinishedSpans().filter(({ name }) => name.includes('/v1/'));
  expect(spans.map(({ name, links }) => [name, links.map(({ context }) => context.traceId)])).toEqual([
    ['POST /v1/get_data', [callers]],
    ['POST /v1/get_data', [callers]],
    ['GET /v1/types', []],
  ]);
  expect(spans[0]?.spanContext().traceId).toBe(ids[0]?.slice(3));
  expect(spans[0]?.parentSpanContext).toBeUndefined();
  expect(spans[0]?.attributes).toMatchObject({ 'http.route': '/v1/get_data', 'http.response.status_code': 200 });
});

test.each(['Admit', 'Settle'] as const)('a call whose %s never returns is answered in time', async (method) => {
  gateway = await startGateway({ callTimeoutMs: 40 });
  const { key, account } = gateway.billing.open();
  gateway.billing.state.before[method] = never;
  const answer = await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } });
  expect(answer).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED' } });
  expect(account.balance).toBe(10_000_000n);
});

test('a call whose sources never return is answered in time, with its limits, free of charge', async () => {
  gateway = await startGateway({ callTimeoutMs: 40 });
  const { key } = gateway.billing.open();
  gateway.engine.verify = never;
  const answer = await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } });
  expect(answer).toMatchObject({
    status: 500,
    body: { code: 'RESOLVE_FAILED' },
    headers: { 'ratelimit-limit': '1000' },
  });
  gateway.resolver.resolve = never;
  const askAnswer = await gateway.send('/v1/ask', { key, body: { query: 'price of SOL' } });
  expect(askAnswer).toMatchObject({ status: 500, body: { code: 'RESOLVE_FAILED' } });
});

test('work that ends after the deadline of its call is not charged', async () => {
  gateway = await startGateway({ callTimeoutMs: 40 });
  const { key, account } = gateway.billing.open();
  const work = latch();
  gateway.engine.verify = async () => {
    await work.reached;
    return delivered;
  };
  const settled = latch();
  gateway.billing.state.before.Settle = settled.open;
  expect((await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } })).status).toBe(500);
  work.open();
  await settled.reached;
  await gateway.confirmations.flush(1_000);
  expect(account.balance).toBe(10_000_000n);
  expect(gateway.billing.state.delivered).toEqual([]);
});

test('a settlement that ends after the deadline of its call is reversed', async () => {
  gateway = await startGateway({ callTimeoutMs: 40 });
  const { key } = gateway.billing.open();
  const settlement = latch();
  gateway.billing.state.before.Settle = () => settlement.reached;
  expect((await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } })).status).toBe(500);
  const confirmed = latch();
  gateway.billing.state.before.Confirm = confirmed.open;
  settlement.open();
  await confirmed.reached;
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.undelivered).toEqual([...gateway.billing.state.holds.keys()]);
  expect(gateway.billing.state.delivered).toEqual([]);
});

test('a caller who disconnects before the settlement pays nothing', async () => {
  gateway = await startGateway();
  const { key, account } = gateway.billing.open();
  const begun = latch();
  const work = latch();
  gateway.engine.verify = async () => {
    begun.open();
    await work.reached;
    return delivered;
  };
  const settled = latch();
  gateway.billing.state.before.Settle = settled.open;
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(rawRequest(key));
  await begun.reached;
  socket.destroy();
  await untilEnds(1);
  work.open();
  await settled.reached;
  await gateway.confirmations.flush(1_000);
  expect([...gateway.billing.state.holds.values()].map(({ captured }) => captured)).toEqual([0n]);
  expect(account.balance).toBe(10_000_000n);
  expect(gateway.ends).toMatchObject([{ operation: 'POST /v1/get_data', status: undefined }]);
});

test('the answer is reported as undelivered when its caller disconnects during the settlement', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open();
  const settling = latch();
  const settlement = latch();
  gateway.billing.state.before.Settle = () => {
    settling.open();
    return settlement.reached;
  };
  const confirmed = latch();
  gateway.billing.state.before.Confirm = confirmed.open;
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(rawRequest(key));
  await settling.reached;
  socket.destroy();
  await untilEnds(1);
  settlement.open();
  await confirmed.reached;
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.undelivered).toEqual([...gateway.billing.state.holds.keys()]);
  expect(gateway.billing.state.delivered).toEqual([]);
});

test('billing is not called for a caller who disconnects in the middle of the body', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open();
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(rawRequest(key).slice(0, -5));
  await once(socket, 'connect');
  socket.end();
  await untilEnds(1);
  expect(gateway.ends).toMatchObject([{ operation: 'POST /v1/get_data', status: undefined }]);
  expect(gateway.billing.state.admits).toEqual([]);
});

test('a hold that admission may have taken is released', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open();
  gateway.billing.state.before.Admit = () => Promise.reject(new Fault('UNAVAILABLE'));
  expect((await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } })).status).toBe(503);
  expect((await gateway.send('/v1/types', { key })).status).toBe(503);
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.undelivered).toEqual([expect.stringMatching(/^ht_[0-9a-f]{32}$/)]);
});

test('a delivered answer is confirmed once, and a no_source answer is not confirmed', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open();
  await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } });
  gateway.engine.verify = async () => undelivered('no_source');
  await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } });
  await gateway.confirmations.flush(1_000);
  expect(gateway.billing.state.delivered).toEqual([...gateway.billing.state.holds.keys()].slice(0, 1));
  expect(gateway.billing.state.undelivered).toEqual([]);
});

test('a stopping gateway finishes its calls in flight and closes their connections', async () => {
  let stopping = false;
  gateway = await startGateway({ stopping: () => stopping });
  const { key } = gateway.billing.open();
  const begun = latch();
  const work = latch();
  gateway.resolver.resolve = async () => {
    begun.open();
    await work.reached;
    return resolved;
  };
  const answer = gateway.send('/v1/ask', { key, body: { query: 'price of SOL' } });
  await begun.reached;
  stopping = true;
  const closed = gateway.close();
  const refused = connect(gateway.port, '127.0.0.1');
  await once(refused, 'error');
  work.open();
  expect(await answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await closed;
});

async function untilEnds(count: number): Promise<void> {
  while (gateway.ends.length < count) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a fault that cannot be written becomes a fixed 500 with its trace id, and the gateway goes on', async () => {
  gateway = await startGateway();
  const { key } = gateway.billing.open();
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  // On Node.js 24, JSON.stringify fails with this error for a deeply nested value. Node.js 26 can write such a value,
  // so the test throws the error itself.
  const deep = {
    toJSON: () => {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  const unwritable = [
    new Fault('UNAVAILABLE', undefined, { extra: { type: cyclic } }),
    new Fault('UNAVAILABLE', undefined, { extra: { type: deep } }),
  ];
  for (const fault of unwritable) {
    gateway.engine.verify = () => Promise.reject(fault);
    const failed = await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } });
    expect(failed).toMatchObject({
      status: 500,
      body: { status: 'error', code: 'RESOLVE_FAILED', traceId: failed.headers['x-trace-id'] },
    });
  }
  gateway.engine.verify = async () => delivered;
  expect((await gateway.send('/v1/get_data', { key, body: { type: 'token.price' } })).status).toBe(200);
  expect(gateway.ends.map(({ status, code }) => [status, code]).slice(0, 2)).toEqual([
    [500, 'RESOLVE_FAILED'],
    [500, 'RESOLVE_FAILED'],
  ]);
});
