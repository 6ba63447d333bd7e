import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import type { GetIndependenceResponse } from '@assay/rpc/gen/assay/engine/v1/GetIndependenceResponse';
import type { PairIndependence } from '@assay/rpc/gen/assay/engine/v1/PairIndependence';
import type { Finding } from '@assay/diagnosis/finding';
import type { LiveEntry } from '../catalog/live-catalog.ts';

/** The state of the types at the time of the check. */
export type TypePorts = {
  readonly catalog: Catalog;
  readonly live: readonly LiveEntry[];
  readonly independence: GetIndependenceResponse;
  /** Returns whether the engine answers a type from the nodes of the chain. */
  readonly isOnChain: (type: string) => boolean;
  readonly nodeCount: number;
  /** Returns whether a type has a reference that cannot be used now. */
  readonly hasFailedReference: (type: string) => boolean;
};

/** Returns what each type of the catalog can serve now, and which setting or evidence would raise its level. */
export function checkTypes(ports: TypePorts): Finding[] {
  const live = new Map(ports.live.map((entry) => [entry.type, entry]));
  return [...ports.catalog.values()].map((type) => {
    const entry = live.get(type.id);
    return entry === undefined ? unservedType(type, ports) : servedType(type, entry, ports);
  });
}

function unservedType({ id, levelCeiling }: DataType, { isOnChain, nodeCount }: TypePorts): Finding {
  const common = { subject: 'type', name: id, facts: { level: 'none', ceiling: levelCeiling } } as const;
  if (isOnChain(id) && nodeCount === 0) {
    return {
      ...common,
      status: 'off',
      outcome: 'no_node',
      message: `${id} is off, because no node of the chain is configured`,
      remedy: 'Set ASSAY_RPC_URLS to two nodes of two vendors.',
    };
  }
  return {
    ...common,
    status: 'failure',
    outcome: 'unserved',
    message: `${id} cannot be served now, because none of its ${isOnChain(id) ? 'nodes' : 'providers'} answers`,
    remedy: `The ${isOnChain(id) ? 'nodes' : 'providers'} in this report say what to do.`,
  };
}

function servedType(type: DataType, entry: LiveEntry, ports: TypePorts): Finding {
  const { id, levelCeiling } = type;
  const { maxLevel, capReason } = entry;
  const pairs = pairsOf(type, ports);
  const common = {
    subject: 'type',
    name: id,
    facts: {
      level: maxLevel,
      ceiling: levelCeiling,
      'independent sources': String(entry.providers),
      ...(pairs.length === 0 ? {} : { 'measured pairs': `${countOf(pairs, 'independent')} of ${pairs.length}` }),
      ...(capReason === '' ? {} : { why: capReason }),
    },
  } as const;
  if (maxLevel === levelCeiling) {
    return { ...common, status: 'ok', outcome: 'served', message: `${id} reaches ${maxLevel}`, remedy: '' };
  }
  return {
    ...common,
    status: 'warning',
    outcome: entry.measuring ? 'measuring' : 'capped',
    message: `${id} reaches ${maxLevel} now, and can reach ${levelCeiling}`,
    remedy: remedyOf(type, entry, pairs, ports),
  };
}

/**
 * The time until a verdict, for the text of a remedy. Two venues are compared by their trades, and other providers by
 * hours of prices. docs/use/independence.md states these times.
 */
const tradeTimes = 'about 20 minutes for two venues with trades, and hours for prices alone';

function remedyOf(
  { id, levelCeiling }: DataType,
  entry: LiveEntry,
  pairs: readonly PairIndependence[],
  { isOnChain, nodeCount, hasFailedReference }: TypePorts,
): string {
  if ((isOnChain(id) || levelCeiling === 'anchored') && nodeCount < 2) {
    return `Set ASSAY_RPC_URLS to two nodes of two vendors; ${nodeCount === 0 ? 'there is none' : 'there is one'} now.`;
  }
  if (isOnChain(id)) {
    return entry.measuring
      ? 'Wait some minutes: the independence of the nodes is being measured.'
      : 'Name nodes of two vendors in ASSAY_RPC_URLS: those that are configured fail or share an upstream.';
  }
  if (levelCeiling === 'anchored' && hasFailedReference(id)) {
    return 'Restore its reference: "why" names the cause. The nodes and the signed price in this report say what to do.';
  }
  if (entry.measuring) {
    const open = pairs.filter(({ verdict }) => verdict === 'unknown').length;
    return `Wait: ${open} pairs still lack evidence. After the start of the engine, a proof takes ${tradeTimes}.`;
  }
  return 'Too few independent providers answer. The providers in this report say what to do.';
}

function pairsOf({ id }: DataType, { isOnChain, independence }: TypePorts): readonly PairIndependence[] {
  const measuredType = (independence.types ?? []).find((each) =>
    isOnChain(id) ? each.type === 'nodes' : each.type === id,
  );
  return measuredType?.pairs ?? [];
}

function countOf(pairs: readonly PairIndependence[], verdict: string): number {
  return pairs.filter((pair) => pair.verdict === verdict).length;
}
