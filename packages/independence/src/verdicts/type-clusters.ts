import type { MeasuredPair } from './measured-pair.ts';
import type { KeyVerdicts } from './verdict-snapshot.ts';

/**
 * Returns the composites and their copies. A copy of a composite also has evidence with the composite's inputs, but
 * less than with the composite itself. Without this rule the copy would join the group of the strongest input.
 */
function withCopies(pairs: readonly MeasuredPair[], composites: ReadonlySet<string>): ReadonlySet<string> {
  const shared = new Map<string, number>();
  for (const { a, b, verdict, nats } of pairs) {
    if (verdict === 'shared_upstream') {
      shared.set(`${a} ${b}`, nats).set(`${b} ${a}`, nats);
    }
  }
  const all = new Set(composites);
  const strength = (a: string, b: string): number => shared.get(`${a} ${b}`) ?? 0;
  const links = [...shared.keys()].map((link) => link.split(' ') as [string, string]);
  // The strongest link comes first. Later candidates then share only inputs with the composite.
  for (const [name, composite] of links.toSorted((left, right) => strength(...right) - strength(...left))) {
    const inputs = links.flatMap(([copy, input]) =>
      copy === name && !all.has(input) && strength(composite, input) > 0 ? [input] : [],
    );
    const clearest = inputs.every((input) => strength(name, composite) > strength(name, input));
    if (composites.has(composite) && inputs.length > 0 && clearest) {
      all.add(name);
    }
  }
  return all;
}

/**
 * Returns the groups of providers that share an upstream, over all keys of a data type. A link between a composite and
 * one of its inputs does not join groups.
 *
 * @param pairs the verdict on each pair of providers over all keys.
 * @param found the composites of any key.
 */
export function typeClusters(
  names: readonly string[],
  pairs: readonly MeasuredPair[],
  found: ReadonlySet<string>,
  keys: readonly KeyVerdicts[],
): { readonly providers: string[] }[] {
  const isPartial = ({ a, b }: MeasuredPair): boolean => {
    const shared = keys.flatMap((key) =>
      key.pairs.filter(
        ({ providers, verdict }) => verdict === 'shared_upstream' && providers.includes(a) && providers.includes(b),
      ),
    );
    return shared.length > 0 && shared.every(({ partly }) => partly === true);
  };
  const composites = withCopies(pairs, found);
  const group = new Map(names.map((name) => [name, name]));
  for (const pair of pairs) {
    const { a, b, verdict } = pair;
    const bridges = composites.has(a) !== composites.has(b);
    if (verdict === 'shared_upstream' && !bridges && !isPartial(pair)) {
      const [keep, drop] = [group.get(a) ?? a, group.get(b) ?? b];
      names.filter((name) => group.get(name) === drop).forEach((name) => group.set(name, keep));
    }
  }
  return [...new Set(group.values())].map((top) => ({ providers: names.filter((name) => group.get(name) === top) }));
}
