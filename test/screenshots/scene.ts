import { loadCatalog } from '@assay/catalog/catalog';
import { readChainFixtures } from '../e2e/support/chain-fixtures.ts';
import { tradeIn } from '../e2e/support/gate.ts';
import { setLamports, setProvider } from '../e2e/support/sandbox-control.ts';
import { getData, send, until, type System } from '../e2e/support/system.ts';
import { createWatch, freshAddress, startReceiver, type WebhookReceiver } from '../e2e/support/watch.ts';

/** The objects of the demo account that the screenshots show. */
export type ScreenshotScene = {
  /** Trace id of a delivered request with several sources. */
  readonly deliveredTrace: string;
  /** Trace id of a refused request. */
  readonly refusedTrace: string;
  /** Trace id of a gate call. */
  readonly gateTrace: string;
  /** Id of a watch with one received and one failed delivery. */
  readonly watchId: string;
  readonly close: () => Promise<void>;
};

const rounds = 6;

/**
 * Creates traffic like that of a customer: answers of every type, refusals, a gate decision, and watches that send
 * notifications.
 */
export async function makeTraffic(system: System, key: string): Promise<ScreenshotScene> {
  const deliveredTrace = await askEveryType(system, key);
  const refusedTrace = await askWithFaults(system, key);
  const gateTrace = await askGate(system, key);
  const receiver = await startReceiver();
  const watchId = await fireWatch(system, key, receiver);
  return { deliveredTrace, refusedTrace, gateTrace, watchId, close: receiver.close };
}

async function askEveryType(system: System, key: string): Promise<string> {
  const catalog = await loadCatalog();
  let trace = '';
  for (let round = 0; round < rounds; round += 1) {
    for (const type of catalog.values()) {
      // Customers ask for prices more often than for anything else.
      if (round === 0 || /price|funding/.test(type.id)) {
        await getData(system.gatewayUrl, key, type.id, type.example as object);
      }
    }
    const answer = await getData(system.gatewayUrl, key, 'spot.price', { symbol: 'BTC' });
    trace = String(answer.body['traceId']);
  }
  return trace;
}

async function askWithFaults(system: System, key: string): Promise<string> {
  for (const provider of ['coinbase', 'kraken', 'binance', 'bitstamp', 'okx', 'gemini']) {
    await setProvider(system, provider, { state: provider === 'kraken' ? 'slow' : 'error' });
  }
  const answer = await getData(system.gatewayUrl, key, 'spot.price', { symbol: 'ETH' }, { minLevel: 'consensus' });
  for (const provider of ['coinbase', 'kraken', 'binance', 'bitstamp', 'okx', 'gemini']) {
    await setProvider(system, provider, { state: 'up' });
  }
  return String(answer.body['traceId']);
}

async function askGate(system: System, key: string): Promise<string> {
  const { pool } = await readChainFixtures(system);
  const policy = { maxPriceImpactBps: 100, maxRiskScore: 40 };
  const { body } = await send(`${system.gatewayUrl}/v1/gate`, { key, body: { ...tradeIn(pool('cpmm')), policy } });
  return String(body['traceId']);
}

/** Creates a watch with two notifications. The receiver accepts the first one and refuses the second one. */
async function fireWatch(system: System, key: string, receiver: WebhookReceiver): Promise<string> {
  const address = freshAddress();
  await setLamports(system, address, 1_000_000_000);
  const { id } = await createWatch(system.gatewayUrl, key, { address, webhookUrl: receiver.url });
  await setLamports(system, address, 2_000_000_000);
  await until(
    async () => receiver.received.length,
    (count) => count > 0,
    20_000,
  );
  receiver.handle = (response) => void response.writeHead(503).end();
  await setLamports(system, address, 3_000_000_000);
  await until(
    async () => receiver.received.length,
    (count) => count > 1,
    20_000,
  );
  receiver.handle = (response) => void response.writeHead(204).end();
  const type = 'chain.token_risk';
  const mint = { type, params: { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' } };
  const condition = { field: 'overallRisk', crosses: 50, direction: 'above' };
  await createWatch(system.gatewayUrl, key, {
    ...mint,
    condition,
    webhookUrl: 'https://hooks.example.com/risk',
    minIntervalSeconds: 30,
  }).catch(() => undefined);
  return id;
}
