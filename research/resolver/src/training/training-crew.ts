import type { Catalog } from '@assay/catalog/catalog';
import { resolutionsOf } from '@assay/resolver/decide';
import { parseQuestion, partOf, type ParsedQuestion } from '@assay/resolver/entities/parse-question';
import { classOf } from '@assay/resolver/price-class';
import type { Classifier } from '@assay/resolver/likeliest-type';
import { normalizeQuestion } from '@assay/resolver/question-text';
import { sentences } from '@assay/resolver/segments';
import type { CheckedAnswer } from './fit-calibration.ts';
import {
  candidateFloor,
  classifierOf,
  familiarityIn,
  knownFeaturesOf,
  type Classes,
} from '@assay/resolver/embedded/embedded-model';
import { evidenceOf } from '@assay/resolver/embedded/evidence';
import { learn, type LearningTask, type Weights } from './logistic-regression.ts';
import { packSamples, type Sample, type Samples } from './samples.ts';
import { noneLabel, type LabelledQuestion } from './training-set.ts';

/** A question and its number. Samples and answers refer to the question by this number. */
export type NumberedQuestion = Pick<LabelledQuestion, 'query' | 'label'> & { readonly number: number };

/** The candidate answers to a question that the model was not trained on, with the evidence for each. */
export type HeldOutCandidates = {
  /** Number of the question. */
  readonly question: number;
  readonly candidates: readonly (CheckedAnswer & { readonly missing: boolean })[];
};

/** A worker of the training. The result of each function depends only on its input, not on the worker. */
export type CrewMember = {
  /** Reads consecutive questions and returns their samples. Remembers the questions for `answer`. */
  readonly read: (questions: readonly NumberedQuestion[], labels: readonly string[]) => Samples;
  readonly learn: (task: LearningTask) => Weights;
  /** Returns the candidates of the questions with these numbers. Skips questions that other members read. */
  readonly answer: (numbers: readonly number[], model: Classes) => HeldOutCandidates[];
};

/** All workers of a training together: a single thread, or several that share the work. */
export type TrainingCrew = {
  readonly [work in keyof CrewMember]: (
    ...given: Parameters<CrewMember[work]>
  ) => Promise<ReturnType<CrewMember[work]>>;
};

/** Returns a crew of one member, which works on the caller's thread. */
export function crewHere(catalog: Catalog): TrainingCrew {
  const member = crewMember(catalog);
  return {
    read: async (...given) => member.read(...given),
    learn: async (...given) => member.learn(...given),
    answer: async (...given) => member.answer(...given),
  };
}

/** Creates a member of a crew. */
export function crewMember(catalog: Catalog): CrewMember {
  const known = new Map<number, { readonly parsed: ParsedQuestion; readonly label: string }>();
  return {
    read: (questions, labels) => {
      const samples = questions.map(({ number, query, label }) => {
        const parsed = parseQuestion(normalizeQuestion(query));
        known.set(number, { parsed, label });
        return samplesOf(parsed, labels.indexOf(classOf(label)), label === noneLabel);
      });
      return packSamples(samples, questions[0]?.number ?? 0);
    },
    learn,
    answer: (numbers, model) => {
      const classify = classifierOf(model);
      return numbers.flatMap((question) => {
        const read = known.get(question);
        return read === undefined
          ? []
          : [{ question, candidates: candidatesOf(read.parsed, read.label, catalog, model, classify) }];
      });
    },
  };
}

function candidatesOf(
  parsed: ParsedQuestion,
  label: string,
  catalog: Catalog,
  { labels, vocabulary }: Classes,
  classify: Classifier,
): HeldOutCandidates['candidates'] {
  const ofWhole = classify(parsed, { start: 0, end: parsed.question.text.length });
  const surroundings = { catalog, labels, ofWhole, familiarityOf: familiarityIn(vocabulary) };
  const rules = { catalog, classify, floor: candidateFloor, rulesReject: false, ordered: false };
  return resolutionsOf(parsed, rules)
    .filter(({ outcome }) => outcome !== 'none')
    .map((candidate) => ({
      evidence: evidenceOf(parsed, candidate, surroundings),
      right: candidate.type === label,
      missing: candidate.outcome === 'missing',
    }));
}

/**
 * Returns the samples of a question. The whole question is one sample. For a question that no type answers, each
 * sentence is also a sample.
 */
function samplesOf(parsed: ParsedQuestion, label: number, everySentence: boolean): Sample[] {
  const { text } = parsed.question;
  const parts = sentences(text);
  const whole = { features: knownFeaturesOf(parsed, 0, text.length), label };
  if (!everySentence || parts.length < 2) {
    return [whole];
  }
  return [
    whole,
    ...parts.map(({ start, end }) => ({
      features: knownFeaturesOf(partOf(parsed, start, end), start, end),
      label,
    })),
  ];
}
