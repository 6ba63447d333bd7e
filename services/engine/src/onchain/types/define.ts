import { loadFolder } from '@assay/catalog/load-folder';
import type { QuestionParams } from '@assay/providers/define';
import type { ChainSnapshot } from '@assay/solana/account';
import type { Derivation } from '@assay/solana/outcome';
import type { LargestAccounts } from '@assay/solana/risk/holders';
import type { TokenFlags } from '@assay/solana/risk/token-risk';
import type { SimulationResult } from '@assay/solana/simulation/read-simulation';
import type { SimulationParams } from '@assay/solana/simulation/swap-transaction';

/** The largest token accounts of each mint, by the mint's address. */
export type LargestAccountsByMint = ReadonlyMap<string, LargestAccounts>;

/**
 * A transaction that a node can simulate. The node then computes the datum itself, instead of only returning accounts.
 */
export type Simulation = {
  /** A known reason why the simulation must fail although the datum is right. Null when no such reason is known. */
  readonly obstacle: string | null;
  readonly params: (minContextSlot: number) => SimulationParams;
  /** Reads the node's response. */
  readonly read: (answer: unknown) => SimulationResult;
  /** The amount that the simulation must give, which was computed from the accounts. */
  readonly amountOut: string;
};

/** The datum that follows from the accounts of one node. */
export type Derived = {
  /** The datum in the catalog's shape. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The datum as flags. Present only for the types about which providers give opinions. */
  readonly flags?: TokenFlags;
  readonly simulation?: Simulation;
};

/** The result of a derivation: a datum, a problem, addresses to read, or a mint whose largest accounts it needs. */
export type PartDerivation = Derivation<Derived> | { readonly kind: 'needs_list'; readonly mint: string };

/** One question about the chain, with fixed parameters. */
export type ChainQuestion = {
  /** Addresses of accounts that every answer to the question needs. */
  readonly addresses: readonly string[];
  /** Mints whose largest accounts every answer to the question needs. */
  readonly mints: readonly string[];
  /** Derives the datum from accounts. The function is pure: its result depends only on its arguments. */
  readonly derive: (snapshot: ChainSnapshot, lists: LargestAccountsByMint) => PartDerivation;
  /** True when a node can also compute the datum by a simulation. */
  readonly simulatable?: true;
};

/**
 * Returns a derivation that caches its result for each snapshot, because the engine derives the same snapshot several
 * times.
 */
export function oncePerSnapshot(derive: (snapshot: ChainSnapshot) => PartDerivation): ChainQuestion['derive'] {
  const derived = new WeakMap<ChainSnapshot, PartDerivation>();
  return (snapshot) => {
    const derivation = derived.get(snapshot) ?? derive(snapshot);
    derived.set(snapshot, derivation);
    return derivation;
  };
}

/** Defines how the engine answers one data type from accounts. Each data type has a separate folder. */
export type ChainAnswer = {
  /** Identifier of the data type. */
  readonly type: string;
  /** Returns the question for parameters that are in the catalog's normal form. */
  readonly ask: (params: QuestionParams) => ChainQuestion;
};

/** Returns its argument. It exists only to give a declaration its type. */
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

/** Returns a derivation with its value converted by `to`. A derivation without a value stays the same. */
export function mapDerivation<From, To>(derivation: Derivation<From>, to: (value: From) => To): Derivation<To> {
  return derivation.kind === 'value' ? { kind: 'value', value: to(derivation.value) } : derivation;
}
