import { canonicalJson } from '@assay/client/canonical-json';
import { z } from 'zod';

/** One factor of a risk, with the fields that a comparison needs and all other fields. */
const factor = z.looseObject({ id: z.string(), points: z.number() });
const riskDatum = z.looseObject({ factors: z.array(factor) });
const riskParts = ['holders', 'liquidity', 'other'] as const;

/** A part of a risk that a verification reads completely or not at all. */
type RiskPart = (typeof riskParts)[number];

/** The data that the next verification of a risk is compared with, besides the value of the condition's field. */
const riskBasis = z.object({
  /**
   * The stored value of the field. When it differs from the watch's compared value, the basis is outdated, because a
   * replica of an earlier release stored a newer value.
   */
  value: z.unknown(),
  factors: z.array(factor),
  /** The parts that no verification has read yet. */
  unread: z.array(z.enum(riskParts)),
});

type RiskFactor = z.infer<typeof factor>;

/** The factors that a watch compares with, and the parts that were never read. */
export type RiskBasis = z.infer<typeof riskBasis>;

const unreadHolders: ReadonlySet<string> = new Set(['holders_unread', 'holders_incomplete']);

function partOf(id: string): RiskPart {
  return /^(holders|top_holders|single_holder)_/.test(id)
    ? 'holders'
    : id.startsWith('liquidity_')
      ? 'liquidity'
      : 'other';
}

/**
 * Returns the parts of a risk that could not be read. The liquidity pool is found in the list of holders, so without
 * this list the liquidity is unread too.
 */
function unreadParts(factors: readonly RiskFactor[]): readonly RiskPart[] {
  const ids = new Set(factors.map(({ id }) => id));
  return [...ids].some((id) => unreadHolders.has(id))
    ? ['holders', 'liquidity']
    : ids.has('liquidity_unread')
      ? ['liquidity']
      : [];
}

/** Returns the stored basis of a value. Undefined when there is none, or when it belongs to another value. */
export function storedBasis(json: string | null, value: unknown): RiskBasis | undefined {
  const parsed = json === null ? undefined : riskBasis.safeParse(JSON.parse(json));
  return parsed?.success === true && canonicalJson(parsed.data.value) === canonicalJson(value)
    ? parsed.data
    : undefined;
}

/** A risk that a condition can compare with an earlier one. */
export type ComparableRisk = {
  /**
   * The field of the condition before and now. If one of the two verifications could not read a part, that part is the
   * same in both values.
   */
  readonly before: unknown;
  readonly now: unknown;
  /** The basis for the next verification. `basis.value` is the value of its field. */
  readonly basis: RiskBasis;
};

/**
 * Returns the basis for a datum that has no earlier basis: the datum's own factors. Undefined when the condition's
 * field is neither the score nor the factors of a risk. Also undefined when the score does not match the factors.
 */
export function firstBasis(
  type: string,
  field: string,
  data: Readonly<Record<string, unknown>>,
): RiskBasis | undefined {
  const risk =
    type === 'chain.token_risk' && (field === 'overallRisk' || field === 'factors')
      ? riskDatum.safeParse(data)
      : undefined;
  if (risk?.success !== true || fieldOf('overallRisk', risk.data.factors) !== data['overallRisk']) {
    return undefined;
  }
  const { factors } = risk.data;
  return { value: fieldOf(field, factors), factors, unread: [...unreadParts(factors)] };
}

/**
 * Compares a risk with the basis of the last verification that counts. If one of the two could not read a part, the
 * part keeps its state from the basis. So no condition fires because a part became unreadable, or readable for the
 * first time.
 */
export function comparableRisk(field: string, { factors, unread }: RiskBasis, basis: RiskBasis): ComparableRisk {
  /** Returns the factors of this risk, except that the given parts are taken from the basis. */
  const withHeld = (parts: readonly RiskPart[]): RiskFactor[] => [
    ...factors.filter(({ id }) => !parts.includes(partOf(id))),
    ...basis.factors.filter(({ id }) => parts.includes(partOf(id))),
  ];
  const next = withHeld(unread);
  return {
    before: fieldOf(field, basis.factors),
    now: fieldOf(field, withHeld([...unread, ...basis.unread])),
    basis: {
      value: fieldOf(field, next),
      factors: next,
      unread: unread.filter((part) => basis.unread.includes(part)),
    },
  };
}

/** Returns the value of a field computed from some factors. The score is the sum of the points, at most 100. */
function fieldOf(field: string, factors: readonly RiskFactor[]): unknown {
  const inOrder = factors.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return field === 'factors'
    ? inOrder
    : Math.min(
        100,
        inOrder.reduce((sum, { points }) => sum + points, 0),
      );
}
