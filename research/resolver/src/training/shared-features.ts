import { featureSpace } from '@assay/resolver/embedded/feature-hash';
import { unknownRow, type Vocabulary } from '@assay/resolver/embedded/vocabulary';
import { emptySamples, type Samples } from './samples.ts';

/**
 * Returns the features that at least two authors use, most frequent first. Most features occur with a single author, so
 * they do not help with questions of others. Frequent features get adjacent rows, which makes training faster because
 * of fewer cache misses. If all questions of a class have the same author, the class keeps all its features. A new data
 * type, for example, has only one author.
 * @param authorOf number of each question's author.
 */
export function sharedFeatures(samples: Samples, authorOf: readonly number[]): Int32Array {
  const { indexes, starts, labels, questions } = samples;
  const lonely = classesOfOneAuthor(samples, authorOf);
  const counts = new Int32Array(featureSpace);
  const firstAuthor = new Int32Array(featureSpace).fill(-1);
  const isShared = new Uint8Array(featureSpace);
  for (let sample = 0; sample < questions.length; sample += 1) {
    const author = authorOf[questions[sample] ?? 0] ?? -1;
    const end = starts[sample + 1] ?? 0;
    for (let at = starts[sample] ?? 0; at < end; at += 1) {
      const feature = indexes[at] ?? 0;
      counts[feature] = (counts[feature] ?? 0) + 1;
      if (lonely.has(labels[sample] ?? -1)) {
        isShared[feature] = 1;
      } else if (firstAuthor[feature] === -1) {
        firstAuthor[feature] = author;
      } else if (firstAuthor[feature] !== author) {
        isShared[feature] = 1;
      }
    }
  }
  return Int32Array.from(isShared.keys())
    .filter((feature) => isShared[feature] === 1)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
}

/** Returns the classes whose samples are all from one author. */
function classesOfOneAuthor({ labels, questions }: Samples, authorOf: readonly number[]): ReadonlySet<number> {
  const authors = new Map<number, Set<number>>();
  labels.forEach((label, at) => {
    const ofClass = authors.get(label) ?? new Set<number>();
    authors.set(label, ofClass.add(authorOf[questions[at] ?? 0] ?? -1));
  });
  return new Set([...authors].filter(([, { size }]) => size === 1).map(([label]) => label));
}

/**
 * Returns the samples without the features that the vocabulary lacks. In the result, `indexes` contains the row numbers
 * that the vocabulary gives the features in the model's matrix of weights.
 */
export function knownSamples(samples: Samples, { rows }: Vocabulary): Samples {
  const { starts, labels, questions } = samples;
  const known = samples.indexes.map((feature) => rows[feature] ?? unknownRow);
  const count = known.reduce((sum, row) => sum + (row === unknownRow ? 0 : 1), 0);
  const kept = emptySamples(labels.length, count);
  kept.labels.set(labels);
  kept.questions.set(questions);
  let place = 0;
  for (let sample = 0; sample < labels.length; sample += 1) {
    const end = starts[sample + 1] ?? 0;
    for (let at = starts[sample] ?? 0; at < end; at += 1) {
      const row = known[at] ?? unknownRow;
      if (row !== unknownRow) {
        kept.indexes[place] = row;
        kept.weights[place] = samples.weights[at] ?? 0;
        place += 1;
      }
    }
    kept.starts[sample + 1] = place;
  }
  return kept;
}

/** Returns the features of a vocabulary in the order of their rows. */
export function featuresIn({ rows, size }: Vocabulary): Int32Array {
  const features = new Int32Array(size);
  rows.forEach((row, feature) => {
    if (row !== unknownRow) {
      features[row] = feature;
    }
  });
  return features;
}
