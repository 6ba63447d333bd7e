import type { Catalog } from '@assay/catalog/catalog';
import type { DataType } from '@assay/catalog/define';
import type { ParsedQuestion } from './entities/parse-question.ts';
import { classOf, typeOfClass } from './price-class.ts';
import type { Segment } from './segments.ts';

/** Returns the probability, from 0 to 1, of each class for a part of a question. `none` is one of the classes. */
export type Classifier = (parsed: ParsedQuestion, segment: Segment) => ReadonlyMap<string, number>;

/**
 * If the question contains the identifier of a type, as programs write it, the resolver gives this type at least this
 * probability.
 */
const namedProbability = 0.9;
/**
 * If the classifier gives a type a lower probability than this, an identifier of the type in the question is a
 * coincidence.
 */
const minNamedProbability = 0.02;

/**
 * Returns the most probable type of the catalog for a part of a question. If the catalog has no type for any class, the
 * type is undefined.
 */
export function likeliestType(
  part: ParsedQuestion,
  segment: Segment,
  catalog: Catalog,
  classify: Classifier,
): { readonly type: DataType | undefined; readonly probability: number } {
  const probabilities = classify(part, segment);
  const named = namedClass(part, segment, catalog);
  let best = { name: '', probability: 0 };
  for (const name of classesOf(catalog)) {
    const found = probabilities.get(name) ?? 0;
    const probability = named === name && found >= minNamedProbability ? Math.max(found, namedProbability) : found;
    if (probability > best.probability) {
      best = { name, probability };
    }
  }
  return { type: catalog.get(typeOfClass(best.name, part, catalog) ?? ''), probability: best.probability };
}

const knownClasses = new WeakMap<Catalog, ReadonlySet<string>>();

function classesOf(catalog: Catalog): ReadonlySet<string> {
  const classes = knownClasses.get(catalog) ?? new Set([...catalog.keys()].map(classOf));
  knownClasses.set(catalog, classes);
  return classes;
}

/**
 * Returns the class whose type the part names by identifier ("chain.token_risk") or by the identifier's last words
 * ("token_risk"). Returns undefined when the part names none or several.
 */
function namedClass({ masked }: ParsedQuestion, segment: Segment, catalog: Catalog): string | undefined {
  const text = masked.slice(segment.start, segment.end);
  const words = text.match(/[a-z]+(?:[._][a-z]+)+/g);
  if (words === null) {
    return undefined;
  }
  const named = [...catalog.keys()].filter((id) => {
    const [, ...rest] = id.split('.');
    const last = rest.join('_');
    return words.some(
      (word) => word.replaceAll('.', '_') === id.replaceAll('.', '_') || (last.includes('_') && word === last),
    );
  });
  return new Set(named.map(classOf)).size === 1 ? classOf(named[0] ?? '') : undefined;
}
