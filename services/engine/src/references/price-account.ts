import { isPlausibleTime } from '@assay/catalog/plausible-time';
import { outcomeOf } from '@assay/solana/outcome';
import { findProgramAddress } from '@assay/solana/addresses/program-address';
import { readClockSysvar } from '@assay/solana/decoders/clock-sysvar';
import { decodePriceUpdate, trustedPrice } from '@assay/solana/decoders/price-update';
import type { AccountSnapshot } from '@assay/solana/account';
import { clockAddress } from '@assay/solana/programs';
import { nodeCostMicros, type ChainNode } from '../onchain/nodes/node.ts';
import type { AccountsRead } from '../onchain/nodes/read-accounts.ts';
import { joinableForMs, type NodeReader } from '../onchain/nodes/node-reader.ts';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import type { Clock } from '@assay/service/clock';
import { Big } from 'big.js';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';
import { planNodes, type MeasuredNodes } from '../onchain/reads/plan-nodes.ts';
import type { SignedPriceReader } from './signed-price.ts';
import { readTwoNodes } from './read-two-nodes.ts';
import type { Reference, ReferenceReading } from '../verification/reference.ts';

/** The program that owns Pyth's sponsored price accounts. Their addresses follow from the shard and the feed. */
const pushOracle = 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT';
const sponsoredShard = Uint8Array.of(0, 0);

/** The conditions that a price must meet before anything is compared with it. */
const maxAgeSeconds = 60n;
const maxLeadSeconds = 10n;
const maxConfidenceBps = 50n;

/** Two nodes can show updates one after the other. A larger difference needs a third node. */
const maxDifferenceBps = 10;

/** The maximum number of requests of one read: two nodes, and one more when these do not confirm each other. */
const requestsPerReading = 3;
const readCostMicros = nodeCostMicros.accounts;
const nodeTimeoutMs = 1_500;
/** After this time without two answers the next node is asked too. */
const nextNodeAfterMs = 300;

const addresses = new Map<string, string>();

/** Returns the address of an asset's sponsored price account. Undefined for an asset without a feed. */
export function priceAccountAddress(symbol: string): string | undefined {
  const feed = pythFeeds[symbol];
  if (feed === undefined) {
    return undefined;
  }
  let address = addresses.get(feed);
  if (address === undefined) {
    ({ address } = findProgramAddress([sponsoredShard, Buffer.from(feed, 'hex')], pushOracle));
    addresses.set(feed, address);
  }
  return address;
}

/** The dependencies of the reference. */
export type PriceAccountPorts = {
  readonly nodes: readonly ChainNode[];
  readonly reader: NodeReader;
  readonly slots: SlotTracker;
  readonly measured: MeasuredNodes;
  /** Returns how far the price of a token plausibly moved in the last milliseconds, in whole basis points. */
  readonly plausibleBps: (symbol: string, elapsedMs: number) => number;
  readonly clock: Clock;
  /** Reads the signed price of a token. Absent when the operator pinned no guardians. */
  readonly signed?: SignedPriceReader;
};

/**
 * Creates the reference for the dollar price of a token: an account of Pyth's receiver program on Solana. Two independent
 * nodes must show the account. What they differ in counts as uncertainty, so one node alone can neither confirm a price nor
 * contradict it. Hermes serves the same messages, so Hermes is its upstream. When no two nodes confirm each other, a message
 * with the guardians' signatures takes the account's place, because its proof trusts no server.
 *
 * Calls share a reading of the same token that started at most `joinableForMs` ago, as they share a read of a node. A slot
 * of the chain takes eight times as long.
 */
export function priceAccountReference(ports: PriceAccountPorts): Reference {
  const { clock } = ports;
  /** The last reading of each token that has a feed. */
  const started = new Map<string, { readonly atMs: number; readonly reading: Promise<ReferenceReading> }>();
  const read = (token: string, deadlineAtMs: number): Promise<ReferenceReading> => {
    const nowMs = clock.monotonic();
    const last = started.get(token);
    if (deadlineAtMs - nowMs < nodeTimeoutMs) {
      // A reading with less time than others need ends early, so nobody shares it.
      return readPrice(token, deadlineAtMs, ports);
    }
    if (last !== undefined && nowMs - last.atMs <= joinableForMs) {
      return last.reading.then((reading) => ({ ...reading, coalesced: true }));
    }
    const reading = readPrice(token, deadlineAtMs, ports);
    started.set(token, { atMs: nowMs, reading });
    return reading;
  };
  return {
    id: 'pyth.account',
    upstreamProvider: 'pyth',
    maxCostMicros:
      readCostMicros * BigInt(Math.min(requestsPerReading, ports.nodes.length)) + (ports.signed?.costMicros ?? 0n),
    covers: ({ token }) => token !== undefined && ports.nodes.length > 0 && pythFeeds[token] !== undefined,
    read: ({ token = '' }, deadlineAtMs) => read(token, deadlineAtMs),
  };
}

async function readPrice(symbol: string, deadlineAtMs: number, ports: PriceAccountPorts): Promise<ReferenceReading> {
  const { clock, reader, measured } = ports;
  const address = priceAccountAddress(symbol) ?? '';
  const askedAtMs = clock.now();
  const timeoutMs = Math.max(1, Math.min(nodeTimeoutMs, deadlineAtMs - clock.monotonic()));
  const nodes = planNodes(ports.nodes, ports.slots, measured).nodes.slice(0, requestsPerReading);
  const readNode = async (node: ChainNode): Promise<PriceRead> => {
    const read = await reader.accounts(node, [address, clockAddress], { timeoutMs }).read;
    const judged = judgeSafely(node, reader, () => judgeRead(symbol, address, read, clock.now()), clock.now());
    return { node, sent: read.kind === 'snapshot' || read.sent, judged, value: judged.estimate };
  };
  const { reads, pair, requests } = await readTwoNodes(
    nodes,
    readNode,
    measured,
    nextNodeAfterMs,
    clock,
    differenceBps,
    maxDifferenceBps,
  );
  const common = { askedAtMs, costMicros: readCostMicros * BigInt(requests) };
  if (pair !== undefined) {
    return { ...mergedReading(symbol, pair, ports), ...common };
  }
  const signed = await readSigned(symbol, deadlineAtMs, ports);
  if (signed !== undefined) {
    return { ...signed, askedAtMs, costMicros: common.costMicros + (ports.signed?.costMicros ?? 0n) };
  }
  const shown = reads.filter(({ value }) => value !== undefined);
  // An account that was read says more than a node that did not answer.
  const told = shown[0] ?? reads.find(({ judged }) => judged.sourceAtMs !== undefined) ?? reads.at(-1);
  if (told === undefined) {
    throw new Error('a price account was read without a node');
  }
  const { estimate: _unconfirmed, ...rest } = told.judged;
  const names = shown.map(({ node }) => node.name).join(' and ');
  const detail =
    shown.length === 0 ? rest.detail : `only ${names} showed the price account on chain, without an independent node`;
  return { ...rest, name: nameOf(told.node), detail, ...common };
}

/** Returns a verified signed price that meets the conditions of the account. Undefined when there is none. */
async function readSigned(
  symbol: string,
  deadlineAtMs: number,
  { signed, clock, plausibleBps }: PriceAccountPorts,
): Promise<Omit<ReferenceReading, 'askedAtMs' | 'costMicros'> | undefined> {
  const timeoutMs = Math.min(nodeTimeoutMs, deadlineAtMs - clock.monotonic());
  const found = signed === undefined || timeoutMs <= 0 ? undefined : await signed.read(symbol, timeoutMs);
  const receivedAtMs = clock.now();
  const ageSeconds = Math.floor(receivedAtMs / 1_000) - (found?.publishedAtSeconds ?? 0);
  if (found === undefined || ageSeconds > Number(maxAgeSeconds) || ageSeconds < -Number(maxLeadSeconds)) {
    return undefined;
  }
  const { price, confidence, publishedAtSeconds } = found;
  if (new Big(confidence).times(10_000).gt(new Big(price).times(maxConfidenceBps.toString()))) {
    return undefined;
  }
  const sourceAtMs = publishedAtSeconds * 1_000;
  const movementBps = plausibleBps(symbol, receivedAtMs - sourceAtMs);
  return {
    name: 'pyth:signed-price',
    outcome: 'ok',
    detail: '',
    estimate: { value: price, confidence, movementBps },
    sourceAtMs,
    receivedAtMs,
    dataJson: JSON.stringify({ token: symbol, price, confidence, guardianSet: found.guardianSet }),
    httpStatus: 200,
  };
}

type PriceRead = {
  readonly node: ChainNode;
  readonly sent: boolean;
  readonly judged: Judged;
  readonly value: Judged['estimate'];
};

/** Returns how far the prices of two reads differ, in basis points of the first. */
function differenceBps(a: PriceRead, b: PriceRead): number {
  const [first, second] = [new Big(a.value?.value ?? '0'), new Big(b.value?.value ?? '0')];
  return first.eq(0) ? Number.POSITIVE_INFINITY : Number(first.minus(second).abs().times(10_000).div(first));
}

function nameOf(node: ChainNode): string {
  return `${node.name}:price-account`;
}

/**
 * Returns the newer of two updates. Its confidence interval also covers the difference of both, so a node that shows
 * another price makes the reference vague, not wrong.
 */
function mergedReading(
  symbol: string,
  [a, b]: readonly [PriceRead, PriceRead],
  { plausibleBps }: PriceAccountPorts,
): Omit<ReferenceReading, 'askedAtMs' | 'costMicros'> {
  const [newer, older] = (a.judged.sourceAtMs ?? 0) >= (b.judged.sourceAtMs ?? 0) ? [a, b] : [b, a];
  const { value: price = '0', confidence = '0' } = newer.value ?? {};
  const apart = new Big(price).minus(older.value?.value ?? '0').abs();
  const width = [confidence, older.value?.confidence ?? '0'].map((text) => new Big(text));
  const widest = width.reduce((max, each) => (each.gt(max) ? each : max)).plus(apart);
  const publishedAtMs = newer.judged.sourceAtMs ?? 0;
  const movementBps = plausibleBps(symbol, newer.judged.receivedAtMs - publishedAtMs);
  return {
    ...newer.judged,
    name: nameOf(newer.node),
    estimate: { value: price, confidence: widest.toFixed(), movementBps },
  };
}

/** Returns what a node's response says. An error that nobody expected makes this response malformed, and nothing else. */
function judgeSafely(node: ChainNode, reader: NodeReader, judge: () => Judged, nowMs: number): Judged {
  try {
    return judge();
  } catch (error) {
    reader.onUnexpected(node.id, error);
    const detail = 'the price account on chain could not be read';
    return { receivedAtMs: nowMs, dataJson: '', httpStatus: 200, outcome: 'malformed', detail };
  }
}

type Judged = Omit<ReferenceReading, 'name' | 'askedAtMs' | 'costMicros'>;

/**
 * Returns the price in a node's response. Its age counts from the later of the chain's clock and ours, so that a node that
 * stopped does not make a price look fresh. A chain clock that is too far ahead does not count.
 */
function judgeRead(symbol: string, address: string, read: AccountsRead, nowMs: number): Judged {
  const common = { receivedAtMs: nowMs, dataJson: '', httpStatus: read.kind === 'failed' ? read.httpStatus : 200 };
  if (read.kind === 'failed') {
    return { ...common, outcome: read.outcome, detail: `no node of the chain could be read: ${read.detail}` };
  }
  const account = read.snapshot.accounts.get(address) ?? null;
  if (account === null) {
    return { ...common, outcome: 'unknown_entity', detail: `there is no price account of ${symbol} on chain` };
  }
  const chainClock = outcomeOf(() => readClockSysvar(read.snapshot));
  const chainSeconds = chainClock.kind === 'value' ? chainClock.value.unixSeconds : 0n;
  const ownSeconds = BigInt(Math.floor(nowMs / 1_000));
  const nowSeconds =
    chainSeconds > ownSeconds + maxLeadSeconds || chainSeconds < ownSeconds ? ownSeconds : chainSeconds;
  return { ...common, ...judgeAccount(symbol, account, nowSeconds) };
}

function judgeAccount(
  symbol: string,
  account: AccountSnapshot,
  nowSeconds: bigint,
): Pick<Judged, 'outcome' | 'detail' | 'estimate' | 'sourceAtMs' | 'dataJson'> {
  const trusted = trustedPrice(account, {
    feedId: pythFeeds[symbol] ?? '',
    nowSeconds,
    maximumAgeSeconds: maxAgeSeconds,
    maximumLeadSeconds: maxLeadSeconds,
    maximumConfidenceBps: maxConfidenceBps,
  });
  if (trusted.kind === 'value') {
    const { price, confidence, publishedAtSeconds } = trusted.value;
    return {
      outcome: 'ok',
      detail: '',
      estimate: { value: price, confidence, movementBps: 0 },
      sourceAtMs: Number(publishedAtSeconds) * 1_000,
      dataJson: JSON.stringify({ token: symbol, price, confidence, account: account.address, slot: account.slot }),
    };
  }
  const update = outcomeOf(() => decodePriceUpdate(account));
  if (update.kind === 'value') {
    const publishedAtMs = Number(update.value.publishedAtSeconds) * 1_000;
    const sourceAtMs = isPlausibleTime(publishedAtMs) ? { sourceAtMs: publishedAtMs } : {};
    const age = nowSeconds - update.value.publishedAtSeconds;
    if (age > maxAgeSeconds) {
      return { outcome: 'stale', detail: `the price account on chain is ${age} s old`, ...sourceAtMs, dataJson: '' };
    }
    return { outcome: 'malformed', detail: trusted.problem.message, ...sourceAtMs, dataJson: '' };
  }
  return { outcome: 'malformed', detail: trusted.problem.message, dataJson: '' };
}
