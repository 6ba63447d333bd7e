import { clockAddress } from '@assay/solana/programs';
import { nodeCostMicros, type ChainNode } from '../onchain/nodes/node.ts';
import { joinableForMs, type NodeReader } from '../onchain/nodes/node-reader.ts';
import { pythFeeds } from '@assay/providers/providers/pyth/assets';
import type { Clock } from '@assay/runtime/clock';
import { Big } from 'big.js';
import type { SlotTracker } from '@assay/solana/nodes/slot-tracker';
import { planNodes, type MeasuredNodes } from '../onchain/reads/plan-nodes.ts';
import { judgeRead, type JudgedRead } from './judge-account.ts';
import { judgeSignedPrice } from './judge-signed-price.ts';
import type { PriceAccountsOf } from './pyth-accounts.ts';
import type { SignedPriceRead, SignedPriceReader } from './signed-price.ts';
import { readTwoNodes } from './read-two-nodes.ts';
import type { Reference, ReferenceReading } from '../verification/reference.ts';

/**
 * Maximum difference, in basis points, between the prices that two nodes show. A small difference is normal, because
 * the nodes can show consecutive updates. For a larger one, the engine asks a third node.
 */
const maxDifferenceBps = 10;

/** Maximum number of requests of one reading: two nodes, and a third when the two do not confirm each other. */
const requestsPerReading = 3;
const readCostMicros = nodeCostMicros.accounts;
const nodeTimeoutMs = 1_500;
/** If there are not two usable answers after this many milliseconds, the engine asks the next node too. */
const nextNodeAfterMs = 300;

/** The dependencies of the reference. */
export type PriceAccountPorts = {
  readonly nodes: readonly ChainNode[];
  readonly reader: NodeReader;
  readonly slots: SlotTracker;
  readonly measured: MeasuredNodes;
  /** Returns the price accounts of a token that are regularly updated. */
  readonly accountsOf: PriceAccountsOf;
  /**
   * Returns how far the price of a token can plausibly have moved in `elapsedMs` milliseconds, in whole basis points.
   */
  readonly plausibleBps: (symbol: string, elapsedMs: number) => number;
  readonly clock: Clock;
  /** Reads the signed price of a token. Absent when no signer set is pinned, or when Pyth is not configured. */
  readonly signed?: SignedPriceReader;
};

/**
 * Creates the reference for the dollar price of a token. The price comes from the token's freshest account of Pyth's
 * receiver programs on Solana. Two independent nodes must show the account. The difference between the two nodes counts
 * as uncertainty, so one node alone can neither confirm a price nor contradict it. The reference has Pyth as its
 * upstream, because Pyth's server Hermes serves the same messages.
 *
 * If no two nodes confirm each other, or a token has no account, the reference uses a price that a pinned signer set
 * signed. Its signatures are checked, so no server needs to be trusted.
 *
 * Calls about the same token share a reading that started at most `joinableForMs` ago. Reads of a node are shared by
 * the same rule. A slot of the chain takes eight times as long, so a shared reading is at most one slot old. Calls
 * share a signed price for longer, and each call judges its age again.
 */
export function priceAccountReference(ports: PriceAccountPorts): Reference {
  const { clock } = ports;
  /** The latest reading of each token that has a price feed of Pyth. */
  const started = new Map<string, { readonly atMs: number; readonly reads: Promise<PriceReads> }>();
  const read = async (token: string, deadlineAtMs: number): Promise<ReferenceReading> => {
    const nowMs = clock.monotonic();
    const last = started.get(token);
    if (deadlineAtMs - nowMs < nodeTimeoutMs) {
      // This call has less time than other calls need, so its reading may end too early. Therefore no other call shares
      // it.
      return readingOf(token, await readPrice(token, deadlineAtMs, ports), ports);
    }
    if (last !== undefined && nowMs - last.atMs <= joinableForMs) {
      return { ...readingOf(token, await last.reads, ports), coalesced: true };
    }
    const reads = readPrice(token, deadlineAtMs, ports);
    started.set(token, { atMs: nowMs, reads });
    return readingOf(token, await reads, ports);
  };
  const whyUncovered = (token: string): string | undefined => {
    if (ports.accountsOf(token).length > 0 || (ports.signed !== undefined && pythFeeds[token] !== undefined)) {
      return undefined;
    }
    return pythFeeds[token] === undefined
      ? `Pyth publishes no price of ${token} that this service knows`
      : `nobody updates a price account of ${token} on the chain regularly, and this service cannot ask Pyth for a signed price`;
  };
  return {
    id: 'pyth.account',
    upstreamProvider: 'pyth',
    maxCostMicros:
      readCostMicros * BigInt(Math.min(requestsPerReading, ports.nodes.length)) + (ports.signed?.costMicros ?? 0n),
    covers: ({ token }) => token !== undefined && ports.nodes.length > 0 && whyUncovered(token) === undefined,
    whyUncovered: ({ token }) => (token === undefined ? undefined : whyUncovered(token)),
    read: ({ token = '' }, deadlineAtMs) => read(token, deadlineAtMs),
  };
}

/** The results of the reads behind one reading of a token's price. */
type PriceReads = {
  readonly askedAtMs: number;
  /** The price according to the nodes. Undefined for a token without an account. */
  readonly fromNodes: ReferenceReading | undefined;
  /** The read of a signed price. Undefined if none was needed, or if no time was left. */
  readonly signed: SignedPriceRead | undefined;
};

async function readPrice(token: string, deadlineAtMs: number, ports: PriceAccountPorts): Promise<PriceReads> {
  const askedAtMs = ports.clock.now();
  const fromNodes = await readNodes(token, askedAtMs, deadlineAtMs, ports);
  const timeoutMs = Math.min(nodeTimeoutMs, deadlineAtMs - ports.clock.monotonic());
  const isSignedWanted = fromNodes?.estimate === undefined && timeoutMs > 0;
  return { askedAtMs, fromNodes, signed: isSignedWanted ? await ports.signed?.read(token, timeoutMs) : undefined };
}

/** Judges the reads of a token's price for one call, at the present time. */
function readingOf(
  token: string,
  { askedAtMs, fromNodes, signed }: PriceReads,
  ports: PriceAccountPorts,
): ReferenceReading {
  const nowMs = ports.clock.now();
  const plausibleBps = (elapsedMs: number): number => ports.plausibleBps(token, elapsedMs);
  if (ports.signed === undefined || signed === undefined) {
    return fromNodes ?? notAsked(ports, askedAtMs);
  }
  const judged = judgeSignedPrice(token, signed, ports.signed, nowMs, plausibleBps);
  const costMicros = (fromNodes?.costMicros ?? 0n) + judged.costMicros;
  if (judged.estimate !== undefined || fromNodes === undefined) {
    // The signed price may come from the request of an earlier call, so the request can be older than this reading.
    return { ...judged, askedAtMs: Math.min(askedAtMs, judged.askedAtMs ?? askedAtMs), costMicros };
  }
  return { ...fromNodes, detail: `${fromNodes.detail}; ${judged.detail}`, costMicros };
}

/** Returns the reading of a token without a price account, when no time was left to ask for its signed price. */
function notAsked({ signed, clock }: PriceAccountPorts, askedAtMs: number): ReferenceReading {
  return {
    provider: signed?.name ?? '',
    askedAtMs,
    receivedAtMs: clock.now(),
    costMicros: 0n,
    outcome: 'timeout',
    detail: 'no time was left to ask for the signed price of Pyth',
    dataJson: '',
    httpStatus: 0,
  };
}

/**
 * Returns the price of a token according to the nodes. The result has an estimate if two independent nodes show a
 * usable account. For a token without an account, asks no node and returns undefined.
 */
async function readNodes(
  token: string,
  askedAtMs: number,
  deadlineAtMs: number,
  ports: PriceAccountPorts,
): Promise<ReferenceReading | undefined> {
  const { clock, reader, measured } = ports;
  const accounts = ports.accountsOf(token);
  if (accounts.length === 0) {
    return undefined;
  }
  const addresses = [...accounts.map(({ address }) => address), clockAddress];
  const timeoutMs = Math.max(1, Math.min(nodeTimeoutMs, deadlineAtMs - clock.monotonic()));
  const nodes = planNodes(ports.nodes, ports.slots, measured).nodes.slice(0, requestsPerReading);
  const readNode = async (node: ChainNode): Promise<PriceRead> => {
    const read = await reader.accounts(node, addresses, { timeoutMs }).read;
    const judged = judgeSafely(node, reader, () => judgeRead(token, accounts, read, clock.now()), clock.now());
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
    return { ...mergedReading(token, pair, ports), ...common };
  }
  const shown = reads.filter(({ value }) => value !== undefined);
  // If an account was read, the reading reports it, because it explains more than a node that did not answer.
  const informativeRead = shown[0] ?? reads.find(({ judged }) => judged.sourceAtMs !== undefined) ?? reads.at(-1);
  if (informativeRead === undefined) {
    throw new Error('a price account was read without a node');
  }
  const { estimate: _unconfirmed, ...judgedWithoutEstimate } = informativeRead.judged;
  const names = shown.map(({ node }) => node.name).join(' and ');
  const detail =
    shown.length === 0
      ? judgedWithoutEstimate.detail
      : `only ${names} showed the price account on chain, and no independent node confirmed it`;
  return { ...judgedWithoutEstimate, provider: nameOf(informativeRead.node), detail, ...common };
}

type PriceRead = {
  readonly node: ChainNode;
  readonly sent: boolean;
  readonly judged: JudgedRead;
  readonly value: JudgedRead['estimate'];
};

/** Returns how far the prices of two reads differ, in basis points of the first read's price. */
function differenceBps(a: PriceRead, b: PriceRead): number {
  const [first, second] = [new Big(a.value?.value ?? '0'), new Big(b.value?.value ?? '0')];
  return first.eq(0) ? Number.POSITIVE_INFINITY : Number(first.minus(second).abs().times(10_000).div(first));
}

function nameOf(node: ChainNode): string {
  return `${node.name}:price-account`;
}

/**
 * Returns the newer of the prices that two nodes show. Its confidence interval also covers the difference between the
 * two prices. So a node with a wrong price can make the reference less precise, but not wrong.
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
    provider: nameOf(newer.node),
    estimate: { value: price, confidence: widest.toFixed(), movementBps },
  };
}

/**
 * Judges a node's response with `judge`. If `judge` throws an unexpected error, only this response counts as malformed.
 */
function judgeSafely(node: ChainNode, reader: NodeReader, judge: () => JudgedRead, nowMs: number): JudgedRead {
  try {
    return judge();
  } catch (error) {
    reader.onUnexpected(node.id, error);
    const detail = 'the price account on chain could not be read';
    return { receivedAtMs: nowMs, dataJson: '', httpStatus: 200, outcome: 'malformed', detail };
  }
}
