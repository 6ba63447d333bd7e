import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import { Fault } from '@assay/faults/faults';
import type { Outcome__Output } from '@assay/rpc/gen/assay/engine/v1/Outcome';
import type { VerifyResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifyResponse';
import type { VerifySwapResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import { fromProtoLevel } from '@assay/rpc/levels';
import type { z } from 'zod';
import type { Evidence, Quote, Risk, Undelivered } from './decide.ts';

const quoteDatum = swapQuote.data.pick({ inputMint: true, outputMint: true, priceImpactBps: true, simulated: true });
const riskDatum = tokenRisk.data.pick({ address: true, overallRisk: true });

const undeliveredOutcomes: Readonly<Partial<Record<Outcome__Output, Undelivered['outcome']>>> = {
  OUTCOME_REFUSED: 'refused',
  OUTCOME_NO_SOURCE: 'no_source',
  OUTCOME_FAILED: 'failed',
};

/**
 * Reads what the engine found about a trade. Throws INTERNAL when the answer lacks a part of it or contradicts itself,
 * such as a risk of another mint than the one that the quote would give: such an answer is no ground for a decision.
 */
export function evidenceOf(payer: string, found: VerifySwapResponse__Output): Evidence {
  const { input_account: inputAccount, output_account: outputAccount } = found;
  return {
    payer,
    quote: quoteOf(found),
    risk: riskOf(found),
    inputAccount: inputAccount ?? undefined,
    outputAccount: outputAccount ?? undefined,
  };
}

function quoteOf({ quote, checked_mint: checkedMint }: VerifySwapResponse__Output): Quote | Undelivered {
  if (quote === null) {
    throw broken('no quote');
  }
  if (quote.outcome !== 'OUTCOME_DELIVERED') {
    return undeliveredOf(quote);
  }
  const { inputMint, outputMint, priceImpactBps, simulated } = read(quoteDatum, quote.data_json);
  if (outputMint !== checkedMint) {
    throw broken('another checked mint than the one that the quote would give');
  }
  const { reason } = quote;
  return { outcome: 'delivered', level: levelOf(quote), inputMint, outputMint, priceImpactBps, simulated, reason };
}

function riskOf({ risk, checked_mint: checkedMint }: VerifySwapResponse__Output): Evidence['risk'] {
  if (risk === null) {
    if (checkedMint !== '') {
      throw broken('a checked mint without its risk');
    }
    return undefined;
  }
  if (risk.outcome !== 'OUTCOME_DELIVERED') {
    return undeliveredOf(risk);
  }
  const { address, overallRisk } = read(riskDatum, risk.data_json);
  if (address !== checkedMint) {
    throw broken('the risk of another mint than the checked one');
  }
  return { outcome: 'delivered', level: levelOf(risk), overallRisk } satisfies Risk;
}

function undeliveredOf(part: VerifyResponse__Output): Undelivered {
  const outcome = undeliveredOutcomes[part.outcome];
  if (outcome === undefined) {
    throw broken('a part without an outcome');
  }
  const { reason, problem_code: problem } = part;
  return { outcome, reached: fromProtoLevel(part.level), reason, problem };
}

function levelOf(part: VerifyResponse__Output): Quote['level'] {
  const level = fromProtoLevel(part.level);
  if (level === undefined) {
    throw broken('a delivery without its level');
  }
  return level;
}

function read<Datum extends z.ZodType>(schema: Datum, json: string): z.infer<Datum> {
  try {
    return schema.parse(JSON.parse(json));
  } catch (cause) {
    throw new Fault('INTERNAL', undefined, { cause });
  }
}

function broken(what: string): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error(`the engine answered ${what}`) });
}
