import { outcomeOf } from '@assay/solana/outcome';
import { findProgramAddress } from '@assay/solana/addresses/program-address';
import { readClockSysvar } from '@assay/solana/decoders/clock-sysvar';
import { decodePriceUpdate, trustedPrice } from '@assay/solana/decoders/price-update';
import type { AccountSnapshot } from '@assay/solana/account';
import { clockAddress } from '@assay/solana/programs';
import { nodeCostMicros, type ChainNode } from '../onchain/nodes/node.ts';
import type { AccountsRead } from '../onchain/nodes/read-accounts.ts';
import type { NodeReader } from '../onchain/nodes/node-reader.ts';
import { pythFeeds } from '../providers/pyth/assets.ts';
import type { Clock } from '@assay/service/clock';
import type { Reference, ReferenceReading } from '../verification/reference.ts';

/** The program that owns Pyth's sponsored price accounts. Their addresses follow from the shard and the feed. */
const pushOracle = 'pythWSnswVUd12oZpeFP8e9CVaEqJg25g1Vtc2biRsT';
const sponsoredShard = Uint8Array.of(0, 0);

/** The conditions that a price must meet before anything is compared with it. */
const maxAgeSeconds = 60n;
const maxLeadSeconds = 10n;
const maxConfidenceBps = 50n;

/** The maximum number of requests of one read. */
const requestsPerReading = 2;
const readCostMicros = nodeCostMicros.accounts;
const nodeTimeoutMs = 1_500;
/** After this time without an answer the next node is asked too. */
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
  readonly clock: Clock;
};

/**
 * Creates the reference for the dollar price of a token: an account of Pyth's receiver program on Solana. Reads one
 * node, and the next one when that fails or is slow. Hermes serves the same messages, so Hermes is its upstream.
 */
export function priceAccountReference(ports: PriceAccountPorts): Reference {
  return {
    id: 'pyth.account',
    upstreamProvider: 'pyth',
    maxCostMicros: readCostMicros * BigInt(Math.min(requestsPerReading, ports.nodes.length)),
    covers: ({ token }) => token !== undefined && ports.nodes.length > 0 && pythFeeds[token] !== undefined,
    read: ({ token = '' }, deadlineAtMs) => readPrice(token, deadlineAtMs, ports),
  };
}

/** Returns the nodes to ask, healthy ones first. A node with an open circuit breaker comes last. */
function nodesInOrder(nodes: readonly ChainNode[]): ChainNode[] {
  const tier = ({ breaker }: ChainNode): number => {
    const state = breaker.state();
    return state === 'open' || state === 'half_open' ? 2 : state === 'suspect' ? 1 : 0;
  };
  return nodes.toSorted((a, b) => tier(a) - tier(b)).slice(0, requestsPerReading);
}

function readPrice(symbol: string, deadlineAtMs: number, ports: PriceAccountPorts): Promise<ReferenceReading> {
  const { clock } = ports;
  const address = priceAccountAddress(symbol) ?? '';
  const nodes = nodesInOrder(ports.nodes);
  const askedAtMs = clock.now();
  const timeoutMs = Math.max(1, Math.min(nodeTimeoutMs, deadlineAtMs - askedAtMs));
  return new Promise((resolve) => {
    let started = 0;
    let sent = 0;
    let open = 0;
    let last: ReferenceReading | undefined;
    let cancel: () => void = () => undefined;
    let ended = false;
    const common = () => ({ askedAtMs, costMicros: readCostMicros * BigInt(sent) });
    const end = (reading: ReferenceReading): void => {
      ended = true;
      cancel();
      resolve(reading);
    };
    const askNext = (): void => {
      cancel();
      const node = nodes[started];
      if (node === undefined || ended) {
        return;
      }
      started += 1;
      sent += 1;
      open += 1;
      cancel = clock.after(nextNodeAfterMs, askNext);
      const name = `${node.name}:price-account`;
      void ports.reader.accounts(node, [address, clockAddress], { timeoutMs }).read.then((read) => {
        open -= 1;
        sent -= read.kind === 'failed' && !read.sent ? 1 : 0;
        if (ended) {
          return;
        }
        const reading = { name, ...judgeRead(symbol, address, read, clock.now()), ...common() };
        if (reading.outcome === 'ok') {
          end(reading);
          return;
        }
        // The more informative failure stays: an account that was read beats a node that did not answer.
        last = last?.sourceAtMs === undefined ? reading : last;
        if (started < nodes.length) {
          askNext();
        } else if (open === 0) {
          end({ ...last, ...common() });
        }
      });
    };
    askNext();
  });
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
      estimate: { value: price, confidence },
      sourceAtMs: Number(publishedAtSeconds) * 1_000,
      dataJson: JSON.stringify({ token: symbol, price, confidence, account: account.address, slot: account.slot }),
    };
  }
  const update = outcomeOf(() => decodePriceUpdate(account));
  if (update.kind === 'value') {
    const sourceAtMs = Number(update.value.publishedAtSeconds) * 1_000;
    const age = nowSeconds - update.value.publishedAtSeconds;
    if (age > maxAgeSeconds) {
      return { outcome: 'stale', detail: `the price account on chain is ${age} s old`, sourceAtMs, dataJson: '' };
    }
    return { outcome: 'malformed', detail: trusted.problem.message, sourceAtMs, dataJson: '' };
  }
  return { outcome: 'malformed', detail: trusted.problem.message, dataJson: '' };
}
