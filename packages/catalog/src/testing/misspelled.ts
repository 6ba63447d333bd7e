import fc from 'fast-check';

/** A known name, and the same name with one wrong, missing, added or swapped character. */
export type Misspelling = { readonly name: string; readonly wrong: string };

/** Returns misspellings of the names by a single character. None of them is itself one of the names. */
export function misspelled(names: readonly string[]): fc.Arbitrary<Misspelling> {
  const letters = fc.stringMatching(/^[a-zA-Z0-9]$/);
  const change = fc.constantFrom('replace', 'remove', 'add', 'swap');
  return fc
    .record({ name: fc.constantFrom(...names), at: fc.nat(), letter: letters, change })
    .map(({ name, at, letter, change: kind }) => {
      const index = at % name.length;
      const before = name.slice(0, index);
      const rest = name.slice(index);
      const wrong = {
        replace: before + letter + rest.slice(1),
        remove: before + rest.slice(1),
        add: before + letter + rest,
        swap: before + rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2),
      }[kind];
      return { name, wrong };
    })
    .filter(({ wrong }) => !names.includes(wrong));
}
