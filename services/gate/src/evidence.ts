import swapQuote from '@assay/catalog/types/chain-swap-quote/type';
import tokenRisk from '@assay/catalog/types/chain-token-risk/type';
import { Fault } from '@assay/faults/faults';
import type { VerifySwapResponse__Output } from '@assay/rpc/gen/assay/engine/v1/VerifySwapResponse';
import { datumOf, readVerifiedAnswer, type UndeliveredAnswer } from '@assay/rpc/verified-answer';
import type { z } from 'zod';
import type { QuoteEvidence, TradeEvidence, UndeliveredPart } from './decide.ts';

const quoteDatum = swapQuote.data.pick({ inputMint: true, outputMint: true, priceImpactBps: true, simulated: true });
const riskDatum = tokenRisk.data.pick({ address: true, overallRisk: true });

/**
 * Reads the evidence about a trade from the engine's response. Throws INTERNAL when the response lacks a part or
 * contradicts itself, for example with the risk of a mint other than the checked one. The gate cannot decide on such a
 * response.
 */
export function evidenceOf(payer: string, verified: VerifySwapResponse__Output): TradeEvidence {
  const { input_account: inputAccount, output_account: outputAccount } = verified;
  return {
    payer,
    quote: quoteOf(verified),
    risk: riskOf(verified),
    inputAccount: inputAccount ?? undefined,
    outputAccount: outputAccount ?? undefined,
  };
}

function quoteOf({
  quote,
  checked_mint: checkedMint,
  fee_bps: feeBps,
}: VerifySwapResponse__Output): QuoteEvidence | UndeliveredPart {
  if (quote === null) {
    throw broken('without a quote');
  }
  const answer = readVerifiedAnswer(quote, swapQuote);
  if (answer.outcome !== 'delivered') {
    return undeliveredPart(answer);
  }
  const { outcome, level, reason } = answer;
  const { inputMint, outputMint, priceImpactBps, simulated } = parseDatum(quoteDatum, datumOf(answer));
  if (outputMint !== checkedMint) {
    throw broken('with a checked mint that differs from the quote');
  }
  const fee = feeBps === '' ? undefined : Number(feeBps);
  return { outcome, level, inputMint, outputMint, priceImpactBps, feeBps: fee, simulated, reason };
}

function riskOf({ risk, checked_mint: checkedMint }: VerifySwapResponse__Output): TradeEvidence['risk'] {
  if (risk === null) {
    if (checkedMint !== '') {
      throw broken('with a checked mint and without its risk');
    }
    return undefined;
  }
  const answer = readVerifiedAnswer(risk, tokenRisk);
  if (answer.outcome !== 'delivered') {
    return undeliveredPart(answer);
  }
  const { address, overallRisk } = parseDatum(riskDatum, datumOf(answer));
  if (address !== checkedMint) {
    throw broken('with the risk of another mint than the checked one');
  }
  return { outcome: answer.outcome, level: answer.level, overallRisk };
}

function undeliveredPart({ outcome, level, reason, problem_code: problem }: UndeliveredAnswer): UndeliveredPart {
  return { outcome, reached: level === '' ? undefined : level, reason, problem };
}

function parseDatum<Datum extends z.ZodType>(schema: Datum, data: unknown): z.infer<Datum> {
  try {
    return schema.parse(data);
  } catch (cause) {
    throw new Fault('INTERNAL', undefined, { cause });
  }
}

function broken(how: string): Fault {
  return new Fault('INTERNAL', undefined, { cause: new Error(`the engine answered ${how}`) });
}
