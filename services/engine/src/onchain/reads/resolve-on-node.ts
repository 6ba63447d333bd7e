import type { Clock } from '@assay/service/clock';
import type { ChainSnapshot } from '@assay/solana/account';
import { nodeCostMicros, type ChainNode } from '../nodes/node.ts';
import { mostAddresses } from '../nodes/read-accounts.ts';
import type { NodeReader } from '../nodes/node-reader.ts';
import type { NodeFailure } from '../nodes/request.ts';
import type { Outcome } from '@assay/solana/outcome';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import type { ChainQuestion, Derived } from '../types/define.ts';
import type { Meter } from './cost-budget.ts';

/** One question of a call, with what it may cost. */
export type Part = { readonly question: ChainQuestion; readonly meter: Meter };

/** What driving the questions of a call over one node came to. */
export type Driven = {
  readonly node: ChainNode;
  readonly askedAtMs: number;
  readonly receivedAtMs: number;
  readonly coalesced: boolean;
  readonly end:
    | { readonly kind: 'read'; readonly snapshot: ChainSnapshot; readonly outcomes: readonly Outcome<Derived>[] }
    | NodeFailure;
};

/** What driving needs. */
export type DrivePorts = {
  readonly reader: NodeReader;
  readonly clock: Clock;
  /** The largest accounts of a mint, the same for every node of the call. Never rejects. */
  readonly listOf: (mint: string) => Promise<LargestAccounts>;
};

/** Bounds of one drive. */
export type DriveOptions = {
  readonly minContextSlot?: number;
  readonly deadlineAtMs: number;
  /** Addresses that an earlier answer to the same questions turned out to need. */
  readonly foreseen: readonly string[];
  readonly foreseenMints: readonly string[];
  /** What was sent for each question so far; a request that several needed counts for each. It is kept up to date, since a caller may stop waiting at any time. */
  readonly costsMicros: bigint[];
  /** Whether nobody waits for it any more: then nothing more is sent. */
  readonly abandoned: () => boolean;
  /** Told whenever the node has answered and is asked for more. */
  readonly progressed: () => void;
  /** Told of the accounts that it showed, before they are all that is needed. */
  readonly shown: (node: ChainNode, snapshot: ChainSnapshot) => void;
};

const requestTimeoutMs = 2_500;
/** The deepest derivation takes three reads; two more are left for what comes late. */
const mostRounds = 5;

/**
 * Reads one node until every question has its answer, all addresses anew in each round, so that all answers rest on one
 * slot of this node. It is paid for once, and not at all when nothing was sent.
 */
export async function drive(
  parts: readonly Part[],
  node: ChainNode,
  options: DriveOptions,
  ports: DrivePorts,
): Promise<Driven> {
  const { clock } = ports;
  const askedAtMs = clock.now();
  const ended = (end: Driven['end'], coalesced = false): Driven => ({
    node,
    askedAtMs,
    receivedAtMs: end.kind === 'failed' && !end.sent ? 0 : clock.now(),
    coalesced,
    end,
  });
  if (!pay(parts, options.costsMicros)) {
    return ended(unsent('over_budget', 'the call may not cost more'));
  }
  const { end, coalesced, sent } = await readOn(parts, node, options, ports);
  if (!sent) {
    giveBack(parts, options.costsMicros);
  }
  return ended(end, coalesced);
}

type Readings = { readonly end: Driven['end']; readonly coalesced: boolean; readonly sent: boolean };

async function readOn(
  parts: readonly Part[],
  node: ChainNode,
  options: DriveOptions,
  { reader, clock, listOf }: DrivePorts,
): Promise<Readings> {
  const { deadlineAtMs, minContextSlot } = options;
  const addresses = new Set([...parts.flatMap(({ question }) => question.addresses), ...options.foreseen]);
  const lists = new Map<string, LargestAccounts>();
  const learn = async (mints: readonly string[]): Promise<void> => {
    await Promise.all(mints.map(async (mint) => void lists.set(mint, await listOf(mint))));
  };
  const listing = learn([...new Set([...parts.flatMap(({ question }) => question.mints), ...options.foreseenMints])]);
  let coalesced = false;
  let sent = false;
  for (let round = 0; round < mostRounds; round += 1) {
    const leftMs = deadlineAtMs - clock.now();
    if (leftMs <= 0 || options.abandoned()) {
      return { end: unsent('timeout', 'there was no time left to ask it'), coalesced, sent };
    }
    if (addresses.size > mostAddresses) {
      return { end: unsent('malformed', `the answer rests on more than ${mostAddresses} accounts`), coalesced, sent };
    }
    const timeoutMs = Math.min(requestTimeoutMs, leftMs);
    const slot = minContextSlot === undefined ? {} : { minContextSlot };
    const asked = reader.accounts(node, [...addresses], { timeoutMs, ...slot });
    coalesced ||= asked.coalesced;
    const read = await asked.read;
    sent ||= read.kind === 'snapshot' || read.sent;
    if (read.kind === 'failed') {
      return { end: read, coalesced, sent };
    }
    const { snapshot } = read;
    options.shown(node, snapshot);
    await listing;
    let derivations = parts.map(({ question }) => question.derive(snapshot, lists));
    options.progressed();
    const unlisted = derivations.flatMap((each) => (each.kind === 'needs_list' ? [each.mint] : []));
    if (unlisted.length > 0) {
      // With the list at hand it is known what else has to be read, and that is one round fewer.
      await learn(unlisted);
      derivations = parts.map(({ question }) => question.derive(snapshot, lists));
    }
    const outcomes = derivations.filter((each) => each.kind === 'value' || each.kind === 'problem');
    if (outcomes.length === derivations.length) {
      return { end: { kind: 'read', snapshot, outcomes }, coalesced, sent };
    }
    for (const each of derivations) {
      if (each.kind === 'needs') {
        each.addresses.forEach((address) => addresses.add(address));
      }
    }
  }
  return { end: unsent('malformed', 'its accounts lead on and on to others'), coalesced, sent };
}

function pay(parts: readonly Part[], costs: bigint[]): boolean {
  for (const [index, { meter }] of parts.entries()) {
    if (!meter.pay(nodeCostMicros.reading)) {
      giveBack(parts, costs);
      return false;
    }
    costs[index] = nodeCostMicros.reading;
  }
  return true;
}

function giveBack(parts: readonly Part[], costs: bigint[]): void {
  for (const [index, { meter }] of parts.entries()) {
    meter.giveBack(costs[index] ?? 0n);
    costs[index] = 0n;
  }
}

function unsent(outcome: NodeFailure['outcome'], detail: string): NodeFailure {
  return { kind: 'failed', outcome, detail, httpStatus: 0, sent: false };
}
