import { gateType } from '@assay/catalog/outcomes';
import type { RequestView } from '../src/api/routes/request-get/route.ts';

/** A reason or a caveat of a gate. */
export type GateMessage = { readonly code: string; readonly message: string };

/** The parts of a gate's decision that the page shows in addition to the verdict. */
export type GateJudgement = {
  /** The mint that the swap would pay out; null when none could be derived. */
  readonly checkedMint: string | null;
  readonly reasons: readonly GateMessage[];
  readonly caveats: readonly GateMessage[];
};

/**
 * Returns the judgement in a gate's decision. Without a judgement, or in an unknown form, it has no reasons and no
 * caveats.
 *
 * @param json the data of the decision.
 */
export function judgementOf(json: string): GateJudgement {
  let stored: unknown;
  try {
    stored = JSON.parse(json || '{}');
  } catch {
    // The text is no JSON, so the page shows only the verdict.
  }
  const { checkedMint, reasons, caveats } = (stored ?? {}) as Readonly<Record<string, unknown>>;
  return {
    checkedMint: typeof checkedMint === 'string' ? checkedMint : null,
    reasons: messagesOf(reasons),
    caveats: messagesOf(caveats),
  };
}

function messagesOf(given: unknown): readonly GateMessage[] {
  return Array.isArray(given) ? (given as readonly GateMessage[]) : [];
}

/** Returns a sentence that says which parts of a gate its charge pays for. Undefined for any other request. */
export function chargeSentence({ decisions }: Pick<RequestView, 'decisions'>): string | undefined {
  if (decisions.at(-1)?.type !== gateType) {
    return undefined;
  }
  const parts = decisions.slice(0, -1);
  const paid = parts.filter(({ outcome }) => outcome === 'delivered').map(({ type }) => type);
  const free = parts.filter(({ outcome }) => outcome !== 'delivered').map(({ type }) => type);
  const charged =
    paid.length === 0 ? 'No part was delivered, so nothing is charged' : `Charged for ${paid.join(' and ')}`;
  return free.length === 0 || paid.length === 0 ? `${charged}.` : `${charged}; ${free.join(' and ')} is free.`;
}
