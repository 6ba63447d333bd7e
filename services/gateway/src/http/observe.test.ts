import { expect, test } from '@jest/globals';
import { Fault } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import type { Logger } from '@assay/telemetry/log';
import { createMetrics } from '@assay/telemetry/metrics';
import type { RequestEnd } from './exchange.ts';
import { observeRequests } from './observe.ts';

const ended: RequestEnd = {
  operation: 'POST /v1/get_data',
  status: 200,
  code: undefined,
  fault: undefined,
  durationMs: 3,
  context: rootContext(1_000),
};

/** Returns a logger that collects its lines. */
function keepingLogger(level: 'debug' | 'info'): { readonly log: Logger; readonly lines: [string, object][] } {
  const lines: [string, object][] = [];
  const at =
    (name: string) =>
    (fields: object): void =>
      void lines.push([name, fields]);
  const log = {
    isLevelEnabled: (name: string) => name !== 'debug' || level === 'debug',
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
  return { log: log as unknown as Logger, lines };
}

test('deliveries and refusals are logged at debug, and a failure at error with its cause', () => {
  const { log, lines } = keepingLogger('debug');
  const observe = observeRequests(createMetrics('gateway'), log);
  const cause = new Error('relation missing');
  observe(ended);
  observe({ ...ended, status: 400, code: 'MISSING_TYPE', fault: new Fault('MISSING_TYPE') });
  observe({ ...ended, status: 429, code: 'RATE_LIMIT', fault: new Fault('RATE_LIMIT') });
  observe({ ...ended, status: 500, code: 'RESOLVE_FAILED', fault: new Fault('INTERNAL', undefined, { cause }) });
  observe({ ...ended, status: undefined });
  expect(lines).toMatchObject([
    ['debug', { operation: 'POST /v1/get_data', status: 200 }],
    ['debug', { status: 400, code: 'MISSING_TYPE' }],
    ['debug', { status: 429, code: 'RATE_LIMIT' }],
    ['error', { status: 500, code: 'RESOLVE_FAILED', err: cause }],
    ['debug', { operation: 'POST /v1/get_data' }],
  ]);
});

test('a thousand requests refused for unavailability write one line at the default level', () => {
  const { log, lines } = keepingLogger('info');
  const observe = observeRequests(createMetrics('gateway'), log);
  const fault = new Fault('UNAVAILABLE', undefined, { cause: new Error('billing is unreachable') });
  for (let request = 0; request < 1_000; request += 1) {
    observe({ ...ended, status: 503, code: 'UNAVAILABLE', fault });
  }
  expect(lines).toEqual([['warn', { operation: 'POST /v1/get_data', cause: 'billing is unreachable' }]]);
});

test('deliveries and refusals write no line at the default level', () => {
  const { log, lines } = keepingLogger('info');
  const observe = observeRequests(createMetrics('gateway'), log);
  observe(ended);
  observe({ ...ended, status: 429, code: 'RATE_LIMIT', fault: new Fault('RATE_LIMIT') });
  expect(lines).toEqual([]);
});

test('requests are counted by route and class of status', async () => {
  const metrics = createMetrics('gateway');
  const observe = observeRequests(metrics, keepingLogger('info').log);
  observe(ended);
  observe({ ...ended, status: 429 });
  observe({ ...ended, status: undefined });
  const text = await metrics.registry.getSingleMetricAsString('assay_call_duration_seconds');
  for (const outcome of ['2xx', '4xx', 'gone']) {
    expect(text).toMatch(
      new RegExp(`_count\\{[^}]*kind="http",method="POST /v1/get_data",outcome="${outcome}"[^}]*\\} 1`),
    );
  }
});
