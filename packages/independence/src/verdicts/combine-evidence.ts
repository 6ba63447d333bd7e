import { verdictThresholds } from '../constants/verdicts.ts';
import type { EvidenceOfKind, PairEvidence } from './explain.ts';
import type { PrintEvidence } from '../prints/explain-prints.ts';

/**
 * Minimum share of trades for a link to make two providers one upstream. With a smaller share they are only dependent.
 */
const wholeShare = 0.7;
/**
 * Number of trades that could be compared in both directions. From this number on, only trades can prove two providers
 * independent.
 */
const decidingEvents = 20;

/**
 * Returns the evidence on a pair from its values and its trades together. A link by either kind makes it linked. Trades
 * prove independence unless the values raise a doubt. Values prove it only while fewer than `decidingEvents` trades can
 * be compared.
 */
export function combinedEvidence(values: PairEvidence, prints: PrintEvidence | undefined): PairEvidence {
  if (prints === undefined) {
    return values;
  }
  const kinds = [kindOf(prints), ...values.kinds];
  if (values.verdict === 'shared_upstream') {
    return { ...values, kinds };
  }
  const times = { sinceMs: prints.sinceMs, judgedMs: Math.max(values.judgedMs ?? 0, prints.judgedMs) };
  const byPrints = { ...values, ...times, kinds, newestMs: prints.newestMs, observations: prints.events };
  if (prints.verdict === 'shared_upstream') {
    const isPart = prints.share < wholeShare;
    const nats = Math.max(values.nats, prints.nats);
    const link = { ...byPrints, verdict: prints.verdict, nats, maxShare: null, reason: prints.detail } as const;
    return isPart ? { ...link, partly: true } : link;
  }
  if (prints.verdict === 'independent' && values.nats < verdictThresholds.unlinkNats) {
    return { ...byPrints, verdict: 'independent', maxShare: prints.maxShare, reason: prints.detail };
  }
  if (prints.verdict === 'independent' || prints.events >= decidingEvents) {
    const isDoubted = prints.verdict === 'independent';
    const reason = isDoubted
      ? `the trades look independent, but ${values.nats} nats of shared values suggest a shared upstream`
      : prints.detail;
    return { ...byPrints, verdict: 'unknown', maxShare: null, reason };
  }
  return { ...values, kinds };
}

function kindOf({ verdict, nats, margin, detail }: PrintEvidence): EvidenceOfKind {
  // Evidence against sharing is shown with a negative sign, as in the other kinds.
  return { kind: 'print', nats: verdict === 'independent' ? -margin : nats, detail };
}
