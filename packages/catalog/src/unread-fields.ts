import { z } from 'zod';

const riskDatum = z.object({ factors: z.array(z.object({ id: z.string() })) });

/**
 * The risk factors that say that the engine could not read a part of the risk this time. A later verification may read
 * it.
 */
const unreadFactors: ReadonlySet<string> = new Set(['holders_unread', 'holders_incomplete', 'liquidity_unread']);
const fieldsFromFactors: ReadonlySet<string> = new Set(['overallRisk', 'factors', 'topHoldersShareBps']);
const noFields: ReadonlySet<string> = new Set();

/**
 * Returns the fields of a datum whose values assume the worst, because the engine could not read a part that they
 * depend on. Such a value warns a reader. It shows no change of the token, so a watch does not compare it.
 * @param type the identifier of the data type.
 */
export function unreadFields(type: string, data: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const risk = type === 'chain.token_risk' ? riskDatum.safeParse(data) : undefined;
  return risk?.data?.factors.some(({ id }) => unreadFactors.has(id)) === true ? fieldsFromFactors : noFields;
}
