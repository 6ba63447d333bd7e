import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { pause } from '@assay/runtime/clock';
import { waitForMeasured } from '@assay/stack/readiness';
import { startStack, type Stack } from '@assay/stack/stack';
import { createAccount } from '@assay/stack/testing/accounts';

/**
 * Runs the sandbox for an hour. Meanwhile it freezes, releases, moves and halts simulated prices, and makes two venues
 * relay the prices of other venues. It compares every verdict on independence and every level with the sandbox's true
 * relations. It prints a line each minute and a summary, and exits with 1 when a verdict or a level was wrong.
 * Usage: node --conditions=@assay/source bench/held-prices.bench.ts [minutes]
 */
const minutes = Number(process.argv[2] ?? 60);
const assets = ['BTC', 'ETH', 'SOL'];

/** Groups of providers. In the sandbox, all providers of a group show the same stream of prices. */
const streams: readonly (readonly string[])[] = [
  ['coingecko', 'coinpaprika'],
  ['pyth', 'jupiter', 'pyth.account'],
];
/**
 * In the sandbox, `coingecko` shows the median of these five venues, so a fifth of its prices comes from each.
 * Therefore neither verdict about `coingecko` and one of the five is an error: neither "linked" nor "independent".
 */
const medianInputs = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'binance'];
/** The pairs of provider and copy that the measurement must find. */
const copies = [
  ['coingecko', 'coinpaprika'],
  ['jupiter', 'pyth'],
] as const;

function haveSameStream(a: string, b: string): boolean {
  return streams.some((names) => names.includes(a) && names.includes(b));
}

function sharePartly(a: string, b: string): boolean {
  const isMedian = (name: string): boolean => name === 'coingecko' || name === 'coinpaprika';
  return (isMedian(a) && medianInputs.includes(b)) || (isMedian(b) && medianInputs.includes(a));
}

/**
 * The relays that the benchmark switches on and off. A run repeats every twenty minutes; `onAt` and `offAt` are minutes
 * of that period.
 */
const relays = [
  { id: 'okx', upstream: 'bybit', relayDelayMs: 700, alterSizes: false, onAt: 4, offAt: 9 },
  { id: 'gemini', upstream: 'kraken', relayDelayMs: 2_000, alterSizes: true, onAt: 13, offAt: 18 },
] as const;
/** Maximum time that the measurement may take to notice that a relay was switched, in milliseconds. */
const graceMs = 60_000;
/** For each pair of provider names: whether the relay between them is on, and since when. */
const switched = new Map<string, { readonly isOn: boolean; readonly atMs: number }>();

/**
 * Returns whether a verdict on two providers contradicts the sandbox's relations. The verdict "linked" may remain for a
 * while after a relay is switched off.
 */
function isWrong(a: string, b: string, verdict: string): boolean {
  const relay = switched.get([a, b].toSorted().join(' '));
  if (relay !== undefined) {
    return relay.isOn && performance.now() - relay.atMs > graceMs && verdict === 'independent';
  }
  return haveSameStream(a, b) ? verdict === 'independent' : verdict === 'shared_upstream' && !sharePartly(a, b);
}

type Wrong = { readonly atMinute: number; readonly what: string };

/**
 * Returns the wrong verdicts of all keys: pairs that are linked although they are unrelated, and copies that count as
 * independent.
 */
async function wrongVerdicts(
  stack: Stack,
): Promise<{ readonly wrong: readonly string[]; readonly found: ReadonlySet<string>; readonly counts: string }> {
  const engine = connect(services.engine, stack.engineAddress, { adminToken: stack.adminToken });
  try {
    const { types } = await engine.methods.GetIndependence({ type: '' }, rootContext(5_000));
    const pairs = types
      .filter(({ type }) => type !== 'chain')
      .flatMap(({ keys }) => keys.flatMap(({ key, pairs: ofKey }) => ofKey.map((pair) => ({ key, ...pair }))));
    const wrong = pairs.flatMap(({ key, one: a, other: b, verdict, nats }) => {
      return isWrong(a, b, verdict) ? [`${key}: ${a} and ${b} ${verdict} (${nats.toFixed(1)} nats)`] : [];
    });
    const linked = pairs.filter(({ verdict }) => verdict === 'shared_upstream');
    const linkedPairs = new Set(linked.map(({ one: a, other: b }) => [a, b].toSorted().join(' ')));
    const proven = pairs.filter(({ verdict }) => verdict === 'independent').length;
    return {
      wrong,
      found: linkedPairs,
      counts: `${pairs.length} pairs, ${proven} independent, ${linked.length} linked`,
    };
  } finally {
    engine.close();
  }
}

type Answer = { readonly status: string; readonly level: string; readonly against: readonly string[] };

/** Asks for one price, and checks that the sources that confirmed the answer are unrelated to each other. */
async function ask(stack: Stack, key: string, type: string, params: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${stack.gatewayUrl}/v1/get_data`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ type, params }),
  });
  const body = (await response.json()) as {
    status: string;
    traceId?: string;
    verification?: { level?: string; traceId?: string };
  };
  const traceId = body.verification?.traceId ?? body.traceId ?? '';
  const trace = (await (await fetch(`${stack.gatewayUrl}/v1/traces/${traceId}`, { headers })).json()) as {
    independence?: { a: string; b: string; verdict: string }[];
  };
  const plain = (name: string): string =>
    name.replace(/^sandbox\./u, '').replace('the price account on chain', 'pyth.account');
  const against = (trace.independence ?? [])
    .filter(({ a, b, verdict }) => verdict === 'independent' && isWrong(plain(a), plain(b), verdict))
    .map(({ a, b }) => `${type}: ${a} and ${b} counted as independent`);
  return { status: body.status, level: body.verification?.level ?? 'none', against };
}

async function setPrice(stack: Stack, asset: string, usd: number | undefined): Promise<void> {
  const url = `${stack.sandboxUrl}/control/prices/${asset}`;
  const body = usd === undefined ? undefined : JSON.stringify({ usd: usd.toFixed(4) });
  const response = await fetch(url, {
    method: usd === undefined ? 'DELETE' : 'PUT',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
  if (response.status >= 300) {
    throw new Error(`the sandbox refused a price of ${asset}: ${await response.text()}`);
  }
}

async function priceOf(stack: Stack, asset: string): Promise<number> {
  const control = (await (await fetch(`${stack.sandboxUrl}/control`)).json()) as {
    prices: Record<string, { usd: string }>;
  };
  return Number(control.prices[asset]?.usd ?? '0');
}

/**
 * Changes the prices as planned for one minute of the run. Each asset is frozen, released, moved and halted, at
 * different times.
 */
async function changePrices(stack: Stack, minute: number): Promise<void> {
  for (const [index, asset] of assets.entries()) {
    const phase = (minute + 5 * index) % 20;
    const usd = await priceOf(stack, asset);
    if (phase === 3 || phase === 13) {
      await setPrice(stack, asset, usd);
    } else if (phase === 9 || phase === 11) {
      await setPrice(stack, asset, usd * (phase === 9 ? 1.02 : 0.97));
    } else if ([6, 10, 12, 19].includes(phase)) {
      await setPrice(stack, asset, undefined);
    }
  }
}

/** Switches the relays that start or end in this minute. */
async function switchRelays(stack: Stack, minute: number): Promise<void> {
  for (const { id, upstream, relayDelayMs, alterSizes, onAt, offAt } of relays) {
    const isOn = minute % 20 === onAt;
    if (!isOn && minute % 20 !== offAt) {
      continue;
    }
    const relay = isOn ? { relayOf: upstream, relayDelayMs, alterSizes } : {};
    const response = await fetch(`${stack.sandboxUrl}/control/providers/${id}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'up', ...relay }),
    });
    if (response.status >= 300) {
      throw new Error(`the sandbox refused a relay of ${id}: ${await response.text()}`);
    }
    switched.set([id, upstream].toSorted().join(' '), { isOn, atMs: performance.now() });
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'assay-rehearsal-'));
const stack = await startStack({
  dataDir,
  sources: 'sandbox',
  restart: false,
  quiet: true,
  environment: { ASSAY_PORT: '0', ASSAY_LOG_LEVEL: 'warn' },
});
const wrong: Wrong[] = [];
const levels = new Map<string, number>();
const linkedPairsSoFar = new Set<string>();
let looks = 0;
try {
  await waitForMeasured(stack.engineAddress);
  const { key } = await createAccount(stack, { creditMicros: 1_000_000_000_000n });
  process.stdout.write(`started; ${minutes} minutes to go\n`);
  for (let minute = 0; minute < minutes; minute += 1) {
    await changePrices(stack, minute);
    await switchRelays(stack, minute);
    for (let part = 0; part < 3; part += 1) {
      await pause(20_000);
      const verdicts = await wrongVerdicts(stack);
      looks += 1;
      verdicts.found.forEach((pair) => linkedPairsSoFar.add(pair));
      wrong.push(...verdicts.wrong.map((what) => ({ atMinute: minute, what })));
      for (const asset of assets) {
        for (const [type, params] of [
          ['token.price', { token: asset }],
          ['spot.price', { symbol: `${asset}-USD` }],
        ] as const) {
          const { status, level, against } = await ask(stack, key, type, params);
          const name = `${type} ${status} ${level}`;
          levels.set(name, (levels.get(name) ?? 0) + 1);
          wrong.push(...against.map((what) => ({ atMinute: minute, what })));
        }
      }
      if (part === 2) {
        process.stdout.write(`minute ${minute + 1}: ${verdicts.counts}, ${wrong.length} wrong so far\n`);
      }
    }
  }
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
const missed = copies.filter(([a, b]) => !linkedPairsSoFar.has([a, b].toSorted().join(' ')));
process.stdout.write(
  `${looks} looks at all verdicts, ${[...levels].map(([name, count]) => `${name} ${count}`).join(', ')}\n`,
);
process.stdout.write(
  `wrong: ${wrong.length}; copies not found: ${missed.map((pair) => pair.join(' ')).join(', ') || 'none'}\n`,
);
[...new Set(wrong.map(({ atMinute, what }) => `minute ${atMinute + 1}: ${what}`))]
  .slice(0, 40)
  .forEach((line) => process.stdout.write(`${line}\n`));
process.exitCode = wrong.length > 0 || missed.length > 0 ? 1 : 0;
