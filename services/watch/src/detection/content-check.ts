import type { AddressRow } from './address-store.ts';
import { contentHash } from './content-hash.ts';
import type { ReadSnapshot } from './node-pool.ts';

/**
 * Compares the contents that two nodes show at the same addresses, to detect a node that hides a change. Two nodes
 * contradict each other if they had different contents at the same slot. One node showed its contents at this slot. The
 * other showed its own contents both before and after the slot, so it had them at the slot too.
 */
export type ContentCheck = {
  /** Returns whether this round should also read every address from a second node. Call it once in each round. */
  readonly isDue: () => boolean;
  /** Compares two snapshots of the same addresses. */
  readonly compare: (a: ReadSnapshot, b: ReadSnapshot) => void;
  /**
   * Returns the addresses at which a snapshot may show a change. While nodes contradict each other at an address, a
   * snapshot counts only if its node shows other contents than it did before. Otherwise every switch between the two
   * nodes would look like a change.
   */
  readonly withNews: (rows: readonly AddressRow[], snapshot: ReadSnapshot) => readonly AddressRow[];
};

/** Dependencies of a content check. */
export type ContentCheckPorts = {
  /** Returns milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** The names of all nodes. With a single node no check is ever due. */
  readonly nodes: readonly string[];
  /** Called for each address at which two nodes begin to contradict each other. */
  readonly onContradiction: (contradiction: { readonly address: string; readonly nodes: readonly string[] }) => void;
  /** Called for a node that every other node contradicted within a minute. */
  readonly onOutvoted: (node: string) => void;
};

/** Time between two checks while nodes agree, in milliseconds. While they disagree, every round includes a check. */
const checkEveryMs = 10_000;
const contradictionForMs = 60_000;
/** Maximum number of addresses in memory, enough for the addresses of one replica. */
const maxAddresses = 100_000;

/**
 * The contents of an address on one node, and the first and the last slot of the period in which the node showed them.
 */
type View = { readonly hash: string; readonly firstSlot: bigint; readonly lastSlot: bigint };

/** Creates a check that knows nothing yet. */
export function createContentCheck(ports: ContentCheckPorts): ContentCheck {
  const note = createViews();
  /** The contents that each node showed last, at addresses where nodes contradict each other. */
  const disputes = new Map<string, Map<string, string>>();
  /** For each node, when each other node last contradicted it. */
  const contradictedAt = new Map<string, Map<string, number>>();
  let checkedAtMs = ports.monotonic();

  const contradict = (address: string, nodes: readonly string[]): void => {
    if (!disputes.has(address)) {
      disputes.set(address, new Map());
      ports.onContradiction({ address, nodes });
    }
    const nowMs = ports.monotonic();
    for (const node of nodes) {
      const byOthers = contradictedAt.get(node) ?? new Map<string, number>();
      contradictedAt.set(node, byOthers);
      nodes.filter((other) => other !== node).forEach((other) => byOthers.set(other, nowMs));
      const recent = [...byOthers.values()].filter((atMs) => nowMs - atMs <= contradictionForMs);
      if (ports.nodes.length > 2 && recent.length === ports.nodes.length - 1) {
        byOthers.clear();
        ports.onOutvoted(node);
      }
    }
  };
  return {
    isDue: () => {
      const nowMs = ports.monotonic();
      if (ports.nodes.length < 2 || (disputes.size === 0 && nowMs - checkedAtMs < checkEveryMs)) {
        return false;
      }
      checkedAtMs = nowMs;
      return true;
    },
    compare: (a, b) => {
      for (const [address, account] of a.accounts) {
        const other = b.accounts.get(address);
        if (other === undefined) {
          continue;
        }
        const [hashA, hashB] = [hashText(account), hashText(other)];
        const [viewA, viewB] = [note(address, a.node, hashA, a.slot), note(address, b.node, hashB, b.slot)];
        if (hashA === hashB) {
          disputes.delete(address);
        } else if (covers(viewA, b.slot) || covers(viewB, a.slot)) {
          contradict(address, [a.node, b.node]);
        }
      }
    },
    withNews: (rows, { node, accounts }) =>
      rows.filter(({ address, content_hash: stored }) => {
        const dispute = disputes.get(address);
        const account = accounts.get(address);
        if (dispute === undefined || account === undefined) {
          return true;
        }
        const hash = hashText(account);
        const isKnown = dispute.get(node) === hash;
        dispute.set(node, hash);
        return !isKnown || ![...dispute.values()].includes(stored?.toString('base64') ?? '');
      }),
  };
}

/** Returns a function that records what a node shows at an address, and returns since when the node has shown it. */
function createViews(): (address: string, node: string, hash: string, slot: bigint) => View {
  const views = new Map<string, Map<string, View>>();
  return (address, node, hash, slot) => {
    if (!views.has(address) && views.size >= maxAddresses) {
      views.clear();
    }
    const ofAddress = views.get(address) ?? new Map<string, View>();
    views.set(address, ofAddress);
    const known = ofAddress.get(node);
    const isSame = known?.hash === hash && slot >= known.firstSlot;
    const view = isSame
      ? { ...known, lastSlot: slot > known.lastSlot ? slot : known.lastSlot }
      : { hash, firstSlot: slot, lastSlot: slot };
    ofAddress.set(node, view);
    return view;
  };
}

function covers({ firstSlot, lastSlot }: View, slot: bigint): boolean {
  return firstSlot <= slot && slot <= lastSlot;
}

function hashText(account: Parameters<typeof contentHash>[0]): string {
  return contentHash(account).toString('base64');
}
