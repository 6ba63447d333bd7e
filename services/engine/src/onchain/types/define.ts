import { loadFolder } from '@assay/catalog/load-folder';
import type { QuestionParams } from '@assay/providers/define';
import type { ChainSnapshot } from '@assay/solana/account';
import type { Derivation } from '@assay/solana/outcome';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import type { TokenFlags } from '@assay/solana/risk/token-risk';
import type { SimulationResult } from '@assay/solana/simulation/read-simulation';
import type { SimulationParams } from '@assay/solana/simulation/swap-transaction';

/** The largest token accounts, by mint. */
export type LargestAccountsByMint = ReadonlyMap<string, LargestAccounts>;

/** A simulation with which a node computes the datum itself, instead of only showing the accounts. */
export type Simulation = {
  /** A known reason why the simulation must fail although the datum is right. Null when none is known. */
  readonly obstacle: string | null;
  readonly params: (minContextSlot: number) => SimulationParams;
  /** Reads the node's response. */
  readonly read: (answer: unknown) => SimulationResult;
  /** The amount that the simulation must give. */
  readonly amountOut: string;
};

/** The datum that follows from the accounts of one node. */
export type Derived = {
  /** The datum in the catalog's shape. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The datum as flags, for types with opinions. */
  readonly flags?: TokenFlags;
  readonly simulation?: Simulation;
};

/** A derivation that can also need the largest accounts of a mint. */
export type PartDerivation = Derivation<Derived> | { readonly kind: 'needs_list'; readonly mint: string };

/** One question about the chain, for fixed parameters. */
export type ChainQuestion = {
  /** Addresses that are always needed. */
  readonly addresses: readonly string[];
  /** Mints whose largest accounts are always needed. */
  readonly mints: readonly string[];
  /** Derives the datum from accounts. A pure function. */
  readonly derive: (snapshot: ChainSnapshot, lists: LargestAccountsByMint) => PartDerivation;
  /** True when a node can also compute the datum by simulation. */
  readonly simulatable?: true;
};

/** Returns a derivation that caches its result for each snapshot, because snapshots are derived more than once. */
export function oncePerSnapshot(derive: (snapshot: ChainSnapshot) => PartDerivation): ChainQuestion['derive'] {
  const derived = new WeakMap<ChainSnapshot, PartDerivation>();
  return (snapshot) => {
    const derivation = derived.get(snapshot) ?? derive(snapshot);
    derived.set(snapshot, derivation);
    return derivation;
  };
}

/** The definition of how one data type is answered from accounts. Each has a separate folder. */
export type ChainAnswer = {
  /** Identifier of the data type. */
  readonly type: string;
  /** Returns the question for parameters in the catalog's normal form. */
  readonly ask: (params: QuestionParams) => ChainQuestion;
};

/** Returns its argument. Gives a declaration its type. */
export function defineChainAnswer(answer: ChainAnswer): ChainAnswer {
  return answer;
}

/** Returns all chain answers by data type. Throws when two folders answer the same type. */
export async function loadChainAnswers(): Promise<ReadonlyMap<string, ChainAnswer>> {
  const answers = await loadFolder<ChainAnswer>(new URL('./', import.meta.url), 'answer', import.meta.url);
  const byType = new Map(answers.map((answer) => [answer.type, answer]));
  if (byType.size < answers.length) {
    throw new Error('two folders of onchain/types answer the same data type');
  }
  return byType;
}

/** Returns a derivation with its value mapped. */
export function mapDerivation<From, To>(derivation: Derivation<From>, to: (value: From) => To): Derivation<To> {
  return derivation.kind === 'value' ? { kind: 'value', value: to(derivation.value) } : derivation;
}
