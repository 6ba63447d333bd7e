import type { Catalog } from '@assay/catalog/catalog';
import { decide, type Classifier } from '../decide.ts';
import { read } from '../entities/extract.ts';
import type { Model } from '../model.ts';
import { readQuestion } from '../text.ts';
import { featuresOf } from './features.ts';
import { scores, softmax } from './logistic-regression.ts';
import type { TrainedModel } from './model-file.ts';

/** The model that needs no network: the trained classifier, with extraction and rules around it. It never throws. */
export function embeddedModel(trained: TrainedModel): Model {
  const classify = classifierOf(trained);
  return {
    name: `embedded@${trained.version}`,
    resolve: (query: string, catalog: Catalog) =>
      Promise.resolve(decide(read(readQuestion(query)), { catalog, classify, floor: trained.floor })),
  };
}

/** The probabilities that a trained classifier gives to the classes. */
export function classifierOf({ labels, temperature, weights }: TrainedModel): Classifier {
  return (reading, { start, end }) => {
    const probabilities = softmax(scores(weights, featuresOf(reading, start, end)), temperature);
    return new Map(labels.map((label, at) => [label, probabilities[at] ?? 0]));
  };
}
