import { z } from 'zod';

const riskDatum = z.object({ factors: z.array(z.object({ id: z.string() })) });

/**
 * The risk factors which report that the engine could not read a part of the risk data this time. A later verification
 * may succeed in reading it.
 */
const unreadFactors: ReadonlySet<string> = new Set(['holders_unread', 'holders_incomplete', 'liquidity_unread']);
const fieldsFromFactors: ReadonlySet<string> = new Set(['overallRisk', 'factors', 'topHoldersShareBps']);
const noFields: ReadonlySet<string> = new Set();

/**
 * Returns the fields of a datum whose values assume the worst, because the engine could not read a part that they
 * depend on. Such a value is a warning to readers and not a change of the token, so a watch does not compare it.
 * @param type the identifier of the data type.
 */
export function unreadFields(type: string, data: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const risk = type === 'chain.token_risk' ? riskDatum.safeParse(data) : undefined;
  return risk?.data?.factors.some(({ id }) => unreadFactors.has(id)) === true ? fieldsFromFactors : noFields;
}
