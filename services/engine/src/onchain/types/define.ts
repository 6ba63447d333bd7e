import { loadFolder } from '@assay/catalog/load-folder';
import type { QuestionParams } from '../../providers/define.ts';
import type { ChainSnapshot } from '@assay/solana/account';
import type { Derivation } from '@assay/solana/outcome';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import type { TokenFlags } from '@assay/solana/risk/token-risk';
import type { SimulationResult } from '@assay/solana/simulation/read-simulation';
import type { SimulationParams } from '@assay/solana/simulation/swap-transaction';

/** The largest token accounts of the mints that were asked about. */
export type Lists = ReadonlyMap<string, LargestAccounts>;

/** How a node can be made to compute the datum itself, rather than to show the bytes that it rests on. */
export type Simulation = {
  /** Why it would fail for reasons that say nothing about the datum; null when nothing is known to stand in its way. */
  readonly obstacle: string | null;
  readonly params: (minContextSlot: number) => SimulationParams;
  /** Reads the node's answer. */
  readonly read: (answer: unknown) => SimulationResult;
  /** What it has to come to. */
  readonly amountOut: string;
};

/** What the bytes of one node give. */
export type Derived = {
  /** In the catalog's shape. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The same findings as yes and no, where other providers say something about them. */
  readonly flags?: TokenFlags;
  readonly simulation?: Simulation;
};

/** As `Derivation`, or the mint whose largest accounts have to be listed before there is an answer. */
export type PartDerivation = Derivation<Derived> | { readonly kind: 'needs_list'; readonly mint: string };

/** One question about the chain, its parameters bound. */
export type ChainQuestion = {
  /** Addresses that are surely needed. */
  readonly addresses: readonly string[];
  /** Mints whose largest accounts are surely needed. */
  readonly mints: readonly string[];
  /** Pure: what these accounts give. */
  readonly derive: (snapshot: ChainSnapshot, lists: Lists) => PartDerivation;
  /** Set where accounts alone give the datum, and a node can be made to compute it too. */
  readonly computable?: true;
};

/** Derives once from each snapshot, for what is looked at more than once. */
export function oncePerSnapshot(derive: (snapshot: ChainSnapshot) => PartDerivation): ChainQuestion['derive'] {
  const derived = new WeakMap<ChainSnapshot, PartDerivation>();
  return (snapshot) => {
    const found = derived.get(snapshot) ?? derive(snapshot);
    derived.set(snapshot, found);
    return found;
  };
}

/** How one type of the catalog is answered from account bytes; each lives in a folder of its own. */
export type ChainAnswer = {
  /** Identifier of the data type. */
  readonly type: string;
  /** @param params in the catalog's normal form. */
  readonly ask: (params: QuestionParams) => ChainQuestion;
};

/** Declares how a type is answered. It only gives the declaration its type. */
export function defineChainAnswer(answer: ChainAnswer): ChainAnswer {
  return answer;
}

/** All types that are answered from the chain, by identifier. Throws for two folders of one type. */
export async function loadChainAnswers(): Promise<ReadonlyMap<string, ChainAnswer>> {
  const answers = await loadFolder<ChainAnswer>(new URL('./', import.meta.url), 'answer', import.meta.url);
  const byType = new Map(answers.map((answer) => [answer.type, answer]));
  if (byType.size < answers.length) {
    throw new Error('two folders answer the same type of the chain');
  }
  return byType;
}

/** Gives a derivation another value. */
export function mapDerivation<From, To>(derivation: Derivation<From>, to: (value: From) => To): Derivation<To> {
  return derivation.kind === 'value' ? { kind: 'value', value: to(derivation.value) } : derivation;
}
