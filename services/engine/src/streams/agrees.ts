import type { DataType } from '@assay/catalog/define';

type Data = Readonly<Record<string, unknown>>;

/** Maximum difference of two funding rates of one contract and one interval: one basis point of the position. */
const maxRateDifference = 0.0001;

/**
 * Whether two data of one source show the same thing: within the type's tolerance for prices, and for rates the same
 * interval and settlement. Floats are exact enough to decide whether to ask by REST; no answer is computed from them.
 */
export function agrees({ agreement }: DataType, a: Data, b: Data): boolean {
  if (agreement === undefined) {
    return (
      a['intervalHours'] === b['intervalHours'] &&
      a['nextFundingAt'] === b['nextFundingAt'] &&
      Math.abs(Number(a['rate']) - Number(b['rate'])) <= maxRateDifference
    );
  }
  const [valueA, valueB] = [Number(a[agreement.field]), Number(b[agreement.field])];
  return (
    agreement.identityFields.every((name) => a[name] === b[name]) &&
    Math.abs(valueA - valueB) * 10_000 <= agreement.toleranceBps * Math.abs(valueB)
  );
}
