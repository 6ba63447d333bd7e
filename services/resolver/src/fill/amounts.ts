import type { ParsedQuestion } from '../entities/parse-question.ts';
import type { Mention } from '../entities/mention.ts';
import { withoutCorrected } from '../entities/corrections.ts';
import type { FilledParam } from './filled-param.ts';

const labels = String.raw`amount[ _]?in|amount|input[ _]amount|in[ _]amount|size|qty|quantity|units?|raw|lamports?|u64 in|monto|cantidad|importe|montant|quantite|betrag|menge|quantia|quantidade|valor|importo|quantita|ammontare|сумм\p{L}*|количеств\p{L}*|miktar\p{L}*|tutar\p{L}*|金额|数量|数額|金額|금액|수량`;
const labelBefore = new RegExp(
  `(?:${labels})(?:[\\s"'(:=<,-]|(?<![\\p{L}])(?:of|is|in|at|de|von|di|от|в|base|units?|raw|lamports?)(?![\\p{L}])|は|が|为|是)*$`,
  'u',
);
const unitNear =
  /lamports?|base[ -]?units?|raw (?:units?|amount)|atomic(?: units?)?|smallest units?|minor units?|atoms|unidades (?:base|minimas|atomicas)|unites? de base|basiseinheit\p{L}*|kleinste\p{L}* einheit\p{L}*|unita (?:base|di base|minime)|базов\p{L}* единиц\p{L}*|минимальн\p{L}* единиц\p{L}*|лампорт\p{L}*|temel birim\p{L}*|en kucuk birim\p{L}*|基本单位|最小单位|基本単位|最小単位|ベースユニット|기본 ?단위|최소 ?단위|ランポート|램포트|lamport\p{L}*/u;
const unitAfter = new RegExp(
  `^[\\s"')]*(?:in |of |di |de |的|の|개의 )?[\\s]*(?:${unitNear.source}|(?:base|raw)(?=\\s*(?:$|[,.;:)/|])|\\s+(?:in|out|off|from|into|stuck|sitting)(?![\\p{L}])))`,
  'u',
);
const countedThings =
  /^\s?(?:minutes?|mins?|seconds?|secs?|hours?|hrs?|days?|weeks?|times?|slots?|%|percent|people|x(?![\p{L}])|st|nd|rd|th)(?![\p{L}])/u;

/** Words before a number of a step or of another item. Such a number is not an amount. */
const stepBefore =
  /(?:(?<![\p{L}])(?:step|task|stage|phase|item|case|ticket|complaint|section|proposal|leg|version|line|row|field|req|ref|number)[\s.:-]{0,2}|[#§])\s?#?$/u;
/**
 * A short number after "input" is the number of a step, as in "input 3". A long one is an amount, as in "input 777000".
 */
const shortInputBefore = /(?<![\p{L}])input[\s.:-]{0,2}$/u;
/** A coin right after a number shows that the number counts whole coins. */
const coinAfter = /^\s?(?:sol|wsol|usdc|usdt|eth|btc)(?![\p{L}\p{N}])/u;
const plainUnitAfter = /^\s?(?:units?|unit[aà]|unidades|einheiten|unités|unites|jednostek)(?![\p{L}])/u;
const maxAmountGapLetters = 26;
/** Words before an amount that replaces an earlier one: "Reduced it to 4000000", "changed from 4000 to 40000". */
const changedTo =
  /(?<![\p{L}])(?:chang|correct|reduc|rais|lower|increas|updat|amend|revis)\p{L}*(?:\s[^.;?!]{0,40})?\sto\s$/u;
/**
 * If a question has several numbers, one with fewer digits is not an amount in base units. A number that is alone in
 * its question may be shorter.
 */
const minAmountDigits = 5;

/**
 * Finds the amount of a swap in base units. Skips a number next to a coin's symbol ("2 SOL"), because it counts whole
 * coins, unless a word for base units or a label such as "amountIn" is there too.
 */
export function fillBaseUnits(parsed: ParsedQuestion): FilledParam {
  const { folded } = parsed.question;
  const amounts = withoutCorrected(parsed.entities.amounts, folded, maxAmountGapLetters).filter(
    ({ start, end }) =>
      !coinAfter.test(folded.slice(end, end + 6)) &&
      !countedThings.test(folded.slice(end, end + 20)) &&
      !stepBefore.test(folded.slice(Math.max(0, start - 12), start)) &&
      (end - start >= minAmountDigits || !shortInputBefore.test(folded.slice(Math.max(0, start - 8), start))),
  );
  const unit = amounts.filter(({ end }) => unitAfter.test(folded.slice(end, end + 40)));
  const labelled = amounts.filter(({ start }) => labelBefore.test(folded.slice(Math.max(0, start - 40), start)));
  const plainUnit = amounts.filter(({ end }) => plainUnitAfter.test(folded.slice(end, end + 12)));
  const changed = amounts.filter(({ start }) => changedTo.test(folded.slice(Math.max(0, start - 70), start)));
  for (const certain of [changed, unit, labelled, plainUnit]) {
    const values = [...new Set(certain.map(({ value }) => value))];
    const [value] = values;
    if (value !== undefined) {
      return values.length === 1 ? { value } : { problem: 'several' };
    }
  }
  const plain = amounts.filter((amount) => !besideAsset(amount, parsed) || unitNear.test(folded));
  const values = [...new Set(plain.map(({ value }) => value))];
  const long = values.filter(({ length }) => length >= minAmountDigits);
  const [value] = values.length === 1 ? values : long;
  return value !== undefined && (values.length === 1 || long.length === 1) ? { value } : undefined;
}

function besideAsset(amount: Mention, { entities, question }: ParsedQuestion): boolean {
  return [...entities.assets, ...entities.currencies].some(
    ({ start, end }) =>
      (start >= amount.end && /^[\s]{0,2}$/.test(question.text.slice(amount.end, start))) ||
      (end <= amount.start && /^[\s]{0,2}$/.test(question.text.slice(end, amount.start))),
  );
}
