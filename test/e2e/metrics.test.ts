import { expect, test } from '@jest/globals';
import { createAccount } from '@assay/stack/testing/accounts';
import { metricNames, metricOfSeries, readExpressions } from '../observability/support/expressions.ts';
import { getData, sharedSystem } from './support/system.ts';

const system = sharedSystem();

async function scrape(opsUrl: string): Promise<string> {
  return (await fetch(`${opsUrl}/metrics`)).text();
}

test('every metric of a dashboard or an alert is one that a service exports', async () => {
  const texts = await Promise.all(Object.values(system.opsUrls).map(scrape));
  const types = new Map(
    texts
      .flatMap((text) => [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)])
      // OpenMetrics declares a counter without the suffix `_total` that the names of its series have.
      .map(([, name = '', type = '']) => [type === 'counter' ? `${name}_total` : name, type]),
  );
  // Skip "up", which Prometheus itself creates, and names with a colon, which recording rules create.
  const used = readExpressions()
    .flatMap(metricNames)
    .filter((name) => name !== 'up' && !name.includes(':'));
  expect(used.length).toBeGreaterThan(60);
  expect([...new Set(used)].filter((name) => !types.has(metricOfSeries(name, types)))).toEqual([]);
});

test("a latency bucket of the gateway names the trace id of a caller's answer", async () => {
  const { key } = await createAccount(system);
  const { body } = await getData(system.gatewayUrl, key, 'token.price', {});
  const traceId = String(body['traceId']).slice(3);
  const gateways = Object.entries(system.opsUrls).filter(([name]) => name.startsWith('gateway'));
  const text = (await Promise.all(gateways.map(([, url]) => scrape(url)))).join('\n');
  const exemplars = text.split('\n').filter((line) => line.includes(`# {trace_id="${traceId}"}`));
  expect(exemplars).toHaveLength(1);
  expect(exemplars[0]).toContain('method="POST /v1/get_data"');
});
