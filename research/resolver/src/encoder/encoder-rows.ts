import type { Catalog } from '@assay/catalog/catalog';
import { resolutionsOf, type Candidate } from '@assay/resolver/decide';
import { calibrated } from '@assay/resolver/embedded/calibration';
import { candidateFloor, classifierOf, embeddedModel, familiarityIn } from '@assay/resolver/embedded/embedded-model';
import { evidenceOf } from '@assay/resolver/embedded/evidence';
import type { TrainedModel } from '@assay/resolver/embedded/model-file';
import { parseQuestion, type ParsedQuestion } from '@assay/resolver/entities/parse-question';
import type { Classifier } from '@assay/resolver/likeliest-type';
import type { Resolution } from '@assay/resolver/model';
import { classOf } from '@assay/resolver/price-class';
import { normalizeQuestion } from '@assay/resolver/question-text';
import { scoreOf, type LabelledItem } from '../scoring/labelled-set.ts';
import { markedText } from './marked-text.ts';

/** A resolution, the linear model's probability for it, and whether its type and the whole answer are right. */
type ScoredResolution = {
  readonly outcome: string;
  readonly typeRight: boolean;
  readonly exact: boolean;
  readonly probability: number;
};

/** A question as the encoder reads it, with its label. */
export type EncoderRow = {
  readonly runs: readonly (readonly [text: string, kind: string])[];
  readonly label: string;
  /** Whether the question lacks a parameter; null when its corpus does not say so. */
  readonly missing: boolean | null;
};

/** The resolutions that the linear model finds for a question that was not in its training set. */
export type LinearRow = {
  /** `refusable`: a refusal is right. `unanswerable`: only a refusal is right. `answerable`: a refusal is wrong. */
  readonly refusable: boolean;
  readonly unanswerable: boolean;
  readonly answerable: boolean;
  readonly linear: ScoredResolution & { readonly class: string };
  /** The linear model's probability of each class for the whole message. */
  readonly whole: Readonly<Record<string, number>>;
  /** For each class, the resolution that the message would have if it certainly had this class. */
  readonly byClass: Readonly<Record<string, ScoredResolution>>;
};

/** Returns a question as the encoder reads it. */
export function encoderRow({ query, accept }: LabelledItem, isComplete: boolean): EncoderRow {
  const [first] = accept;
  return {
    runs: markedText(parseQuestion(normalizeQuestion(query))).map(({ text, kind }) => [text, kind] as const),
    label: classOf(first?.type ?? 'none'),
    missing: isComplete ? first?.outcome === 'missing_param' : null,
  };
}

/** Returns a function that resolves a question with the linear model, and also as if it had each class in turn. */
export function linearRows(catalog: Catalog, trained: TrainedModel): (item: LabelledItem) => Promise<LinearRow> {
  const model = embeddedModel(trained);
  const classify = classifierOf(trained);
  return async (item) => {
    const parsed = parseQuestion(normalizeQuestion(item.query));
    const own = await model.resolve(item.query, catalog, Number.POSITIVE_INFINITY);
    const ofWhole = classify(parsed, { start: 0, end: parsed.question.text.length });
    const surroundings = { catalog, labels: trained.labels, ofWhole, familiarityOf: familiarityIn(trained.vocabulary) };
    const candidates = candidatesOf(parsed, catalog, classify).map((candidate) => ({
      candidate,
      probability: calibrated(evidenceOf(parsed, candidate, surroundings), trained.calibration),
    }));
    const scored = (resolution: Resolution, probability: number): ScoredResolution => {
      const { typeRight, exact } = scoreOf(item, resolution, catalog);
      return { outcome: resolution.outcome, typeRight, exact, probability };
    };
    const byClass = trained.labels.map((label) => {
      const [best] = candidates
        .filter(({ candidate }) => classOf(candidate.type) === label)
        .toSorted((a, b) => b.probability - a.probability);
      const resolution = best?.candidate ?? resolvedAs(label, parsed, catalog) ?? refusal;
      return [label, scored(resolution, best?.probability ?? 0)] as const;
    });
    const refusable = item.accept.some(({ outcome }) => outcome === 'no_source');
    return {
      refusable,
      unanswerable: item.accept.every(({ outcome }) => outcome === 'no_source'),
      answerable: !refusable && item.accept.some(({ outcome }) => outcome === 'type'),
      linear: { ...scored(own, own.candidateProbability ?? 0), class: classOf(own.type || (own.nearest ?? 'none')) },
      whole: Object.fromEntries(ofWhole),
      byClass: Object.fromEntries(byClass),
    };
  };
}

const refusal: Resolution = { outcome: 'none', type: '', params: {}, missing: [], confidence: 1 };

function candidatesOf(parsed: ParsedQuestion, catalog: Catalog, classify: Classifier): Candidate[] {
  const rules = { catalog, classify, floor: candidateFloor, rulesReject: false, ordered: parsed.signals.has('order') };
  return resolutionsOf(parsed, rules).filter(({ outcome }) => outcome !== 'none');
}

/**
 * Resolves a message as if it certainly had the class `label`. Returns the last candidate, preferably one without a
 * missing parameter.
 */
function resolvedAs(label: string, parsed: ParsedQuestion, catalog: Catalog): Candidate | undefined {
  const candidates = candidatesOf(parsed, catalog, () => new Map([[label, 1]])).toReversed();
  return candidates.find(({ outcome }) => outcome === 'type') ?? candidates[0];
}
