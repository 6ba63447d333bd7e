import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import { parseParams } from '@assay/catalog/params';
import { decide } from '../decide.ts';
import { parseQuestion, type ParsedQuestion } from '../entities/parse-question.ts';
import { fillParams } from '../fill/fill-params.ts';
import { addressParamsOf } from '../fill/roles.ts';
import type { NoneReason, Resolution } from '../model.ts';
import { classOf } from '../price-class.ts';
import { unmeasuredQuantity } from '../refusal-reason.ts';
import { normalizeQuestion } from '../question-text.ts';
import { sentences } from '../segments.ts';
import { ModelFailure } from './model-failure.ts';
import { fillableParams } from './prompt.ts';
import type { ModelAnswer } from './schema.ts';
import { occurs } from './value-occurs.ts';
import { withoutImplied } from './account-occurs.ts';

/** Minimum confidence that an endpoint must state. If it states less, its answer is more likely wrong than right. */
const minConfidence = 0.5;
/** Minimum confidence of an answer to which a rejection rule objects. An answer with less confidence is refused. */
const sureConfidence = 0.8;

/**
 * Turns an endpoint's answer into a resolution. The type must be in the catalog, and each value must occur in the
 * question in some normal form. If a rejection rule objects, the resolution has the rule's reason as `objection`. The
 * embedded model's estimate later decides whether the objection leads to a refusal. An address of another network and a
 * low confidence always do. Throws `ModelFailure` with `out_of_enum` for an unknown type, and with `invented_param` for
 * a value that the question does not contain.
 */
export function checkAnswer(answer: ModelAnswer, query: string, catalog: Catalog): Resolution {
  const { confidence } = answer;
  if (answer.type === 'none') {
    return none('unlike_anything', confidence);
  }
  const type = catalog.get(answer.type);
  if (type === undefined) {
    throw new ModelFailure('out_of_enum');
  }
  const whole = parseQuestion(normalizeQuestion(query));
  const parsed = whole.signals.has('order') ? withoutOrders(whole) : whole;
  const stated = givenParams(answer, type, catalog);
  if (parsed !== whole && Object.entries(stated).some(([name, value]) => !occurs(name, value, type, parsed))) {
    return none('order', confidence, type);
  }
  for (const [name, value] of Object.entries(stated)) {
    if (!occurs(name, value, type, parsed)) {
      throw new ModelFailure('invented_param');
    }
  }
  const given = withoutImplied(stated);
  if (confidence < minConfidence) {
    return none('unlike_anything', 1 - confidence, type);
  }
  const resolution = withParams(type, given, parsed, confidence);
  if (resolution.outcome === 'none') {
    return resolution;
  }
  const objection = objectionTo(type, given, parsed);
  if (objection === undefined) {
    return resolution;
  }
  return certain.has(objection) || confidence < sureConfidence
    ? none(objection, confidence, type)
    : { ...resolution, objection };
}

function withParams(
  type: DataType,
  given: Readonly<Record<string, string>>,
  parsed: ParsedQuestion,
  confidence: number,
): Resolution {
  const checked = parseParams(type, given, type.inferredParams);
  if (checked.ok) {
    return { outcome: 'type', type: type.id, params: checked.params, missing: [], confidence };
  }
  if (checked.code !== 'MISSING_PARAM') {
    throw new ModelFailure('invented_param');
  }
  const abroad = addressParamsOf(type).length > 0 && parsed.entities.foreignAddresses.length > 0;
  return abroad
    ? none('other_network', confidence, type)
    : { outcome: 'missing', type: type.id, params: given, missing: checked.missing, confidence };
}

/**
 * Reasons for which the endpoint's answer is always refused. On labelled questions, they were wrong in only a few
 * cases.
 */
const certain: ReadonlySet<NoneReason> = new Set(['order', 'other_network']);
/**
 * Reasons for which the embedded model refuses a question, but which are no objection to an endpoint's answer. Two of
 * them only say that the question has too few known words. `several` says that the question can be read in several
 * ways. The endpoint has chosen one of them, and all its values are in the question.
 */
const noObjection: ReadonlySet<NoneReason> = new Set(['unlike_anything', 'unknown_subject', 'several']);

const asksLamports = /lamport|лампорт/;

/** Returns the reason why the rejection rules object to an endpoint's answer, or undefined if they do not. */
function objectionTo(
  type: DataType,
  given: Readonly<Record<string, string>>,
  parsed: ParsedQuestion,
): NoneReason | undefined {
  const unmeasured = unmeasuredQuantity(parsed);
  // If a question asks what somebody owns, the types for a token account and a pool can answer it, because they state
  // amounts. The type for an address cannot, because it states only the address's lamports.
  const speaksAgainst =
    unmeasured === 'capacity' || (type.id === 'chain.resolve_address' && !asksLamports.test(parsed.masked));
  const quantity = speaksAgainst ? unmeasured : undefined;
  return (
    rejectionOfAnswer(type, parsed) ?? quantity ?? (saysNothing(type, given, parsed) ? 'unknown_subject' : undefined)
  );
}

function none(because: NoneReason, confidence: number, nearest?: DataType): Resolution {
  const nothing = { outcome: 'none', type: '', params: {}, missing: [], confidence, because } as const;
  return nearest === undefined ? nothing : { ...nothing, nearest: nearest.id };
}

/**
 * Returns the reason why a rejection rule refuses the type of an endpoint's answer. The rules are applied as if the
 * classifier had chosen this type with certainty.
 */
function rejectionOfAnswer(type: DataType, parsed: ParsedQuestion): NoneReason | undefined {
  const probabilities = new Map([[classOf(type.id), 1]]);
  const rules = { catalog: new Map([[type.id, type]]), classify: () => probabilities, floor: 0, rulesReject: true };
  const { outcome, because } = decide(parsed, rules).best;
  return outcome !== 'none' || because === undefined || noObjection.has(because) ? undefined : because;
}

/**
 * Returns a question without the sentences that give orders about the answer. An endpoint may obey such orders. So
 * neither the type nor a value may come from these sentences.
 */
function withoutOrders({ question: { text }, signals }: ParsedQuestion): ParsedQuestion {
  const orders = signals.get('order') ?? [];
  const kept = sentences(text).filter((part) => !orders.some(({ start, end }) => start < part.end && part.start < end));
  return parseQuestion(normalizeQuestion(kept.map(({ start, end }) => text.slice(start, end)).join(' ')));
}

function givenParams(answer: ModelAnswer, type: DataType, catalog: Catalog): Record<string, string> {
  const names = fillableParams(catalog, type.id);
  return Object.fromEntries(
    Object.entries(answer.params)
      .filter((entry): entry is [string, string] => entry[1] !== null && entry[1].trim() !== '')
      .filter(([name]) => names.includes(name)),
  );
}

/** Returns whether an answer has no parameters although the type needs one that is not in the question. */
function saysNothing(type: DataType, given: Readonly<Record<string, string>>, parsed: ParsedQuestion): boolean {
  return Object.keys(given).length === 0 && fillParams(type, parsed).outcome !== 'type';
}
