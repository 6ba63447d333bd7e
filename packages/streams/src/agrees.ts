type Data = Readonly<Record<string, unknown>>;

/** The tolerance of a data type, as the catalog states it. Absent for funding rates. */
type Agreement = {
  readonly field: string;
  readonly identityFields: readonly string[];
  readonly toleranceBps: number;
};

/**
 * Difference of two funding rates that always agrees: a tenth of a basis point of the position per eight hours. The usual
 * rate is one basis point per eight hours, and an hour has an eighth of it.
 */
const rateTolerancePerHour = 0.000_01 / 8;
/** Share of a rate by which a larger rate can differ. A rate of a hectic market moves by more from minute to minute. */
const rateToleranceShare = 0.02;

/**
 * Whether two data of one source show the same thing: within the type's tolerance for prices, and for rates the same
 * interval and settlement, with a tolerance in proportion to the interval. Floats are exact enough to decide whether to ask
 * by REST; no answer is computed from them.
 * @param b the datum by REST.
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
