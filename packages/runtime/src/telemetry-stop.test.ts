import { startSpan } from '@assay/rpc/spans';
import { afterEach, expect, jest, test } from '@jest/globals';
import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listen } from './operations.ts';
import { startTelemetry } from '@assay/telemetry/telemetry';

const saved = { ...process.env };
let collector: Server | undefined;

afterEach(() => {
  jest.useRealTimers();
  process.env = saved;
  collector?.closeAllConnections();
  collector?.close();
});

test('a collector that does not answer delays the stop of a process by a second at most', async () => {
  collector = createServer(() => undefined);
  await listen(collector, 0, '127.0.0.1');
  const { port } = collector.address() as AddressInfo;
  process.env = {
    ...saved,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_NODE_RESOURCE_DETECTORS: 'env',
  };
  const telemetry = await startTelemetry({ service: 'stopping', sampleRatio: 1, environment: process.env });
  startSpan('the last call', ROOT_CONTEXT, { kind: SpanKind.SERVER }).span.end();

  jest.useFakeTimers();
  let hasStopped = false;
  const stopped = telemetry.shutdown().then(() => (hasStopped = true));
  await jest.advanceTimersByTimeAsync(999);
  expect(hasStopped).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(hasStopped).toBe(true);
  await stopped;
});
