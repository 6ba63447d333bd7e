import type { Catalog } from '@assay/catalog/catalog';
import { decide } from '../decide.ts';
import { parseQuestion } from '../entities/parse-question.ts';
import type { Classifier } from '../likeliest-type.ts';
import type { Model } from '../model.ts';
import { normalizeQuestion } from '../question-text.ts';
import { featuresOf } from './features.ts';
import { scores, softmax } from './logistic-regression.ts';
import type { TrainedModel } from './model-file.ts';

/**
 * A type at least this likely overrules the rejection rules. The classifier sees the same signals with all other words,
 * and on authors it has not seen the rules rejected 15 answerable questions for each false answer they prevented.
 */
export const overruleFloor = 0.85;

/** Returns the model that needs no network: entity extraction, a trained classifier and rules. It never throws. */
export function embeddedModel(trained: TrainedModel): Model {
  const classify = classifierOf(trained);
  return {
    name: `embedded@${trained.version}`,
    resolve: (query: string, catalog: Catalog) =>
      Promise.resolve(
        decide(parseQuestion(normalizeQuestion(query)), {
          catalog,
          classify,
          floor: trained.floor,
          overruleFloor,
        }),
      ),
  };
}

/** Returns the classifier of a trained model. */
export function classifierOf({ labels, temperature, weights }: TrainedModel): Classifier {
  return (parsed, { start, end }) => {
    const probabilities = softmax(scores(weights, featuresOf(parsed, start, end)), temperature);
    return new Map(labels.map((label, at) => [label, probabilities[at] ?? 0]));
  };
}
