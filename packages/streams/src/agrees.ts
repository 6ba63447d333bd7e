type Data = Readonly<Record<string, unknown>>;

/** The catalog's rule for comparing two data of a type. Funding rates have no such rule. */
type Agreement = {
  readonly field: string;
  readonly identityFields: readonly string[];
  readonly toleranceBps: number;
};

/**
 * Two funding rates agree, whatever their size, when they differ by at most this much for each hour of their interval.
 * For an interval of eight hours, this is a tenth of a basis point of the position. A usual rate is one basis point.
 */
const rateTolerancePerHour = 0.000_01 / 8;
/**
 * Two funding rates also agree when they differ by at most this share of the rate. This covers large rates, which
 * change more from minute to minute than small ones.
 */
const rateToleranceShare = 0.02;

/**
 * Returns whether a datum from a source's stream agrees with a datum that the same source gave by REST. Prices agree
 * when they differ by at most the type's tolerance. Funding rates must have the same interval and settlement; their
 * tolerance is proportional to the interval. Floats are exact enough here, because the result only decides whether to
 * ask by REST.
 * @param b the datum that the source gave by REST.
 */
export function agrees({ agreement }: { readonly agreement?: Agreement | undefined }, a: Data, b: Data): boolean {
  if (agreement === undefined) {
    const [rateA, rateB] = [Number(a['rate']), Number(b['rate'])];
    const tolerance = Math.max(rateTolerancePerHour * Number(b['intervalHours']), rateToleranceShare * Math.abs(rateB));
    return (
      a['intervalHours'] === b['intervalHours'] &&
      a['nextFundingAt'] === b['nextFundingAt'] &&
      Math.abs(rateA - rateB) <= tolerance
    );
  }
  const [valueA, valueB] = [Number(a[agreement.field]), Number(b[agreement.field])];
  return (
    agreement.identityFields.every((name) => a[name] === b[name]) &&
    Math.abs(valueA - valueB) * 10_000 <= agreement.toleranceBps * Math.abs(valueB)
  );
}
