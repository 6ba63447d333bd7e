/** JSON texts of extreme values, which no provider, venue or node has a reason to send. */
const extremes: readonly string[] = [
  'null',
  'true',
  '[]',
  '{}',
  '""',
  '0',
  '-0',
  '-1',
  '1e999',
  '-1e999',
  '1e-999',
  '1e40',
  String(Number.MAX_SAFE_INTEGER),
  '9007199254740993',
  '18446744073709551615',
  '8640000000000001',
  '253402300800000',
  '9'.repeat(41),
  `0.${'3'.repeat(60)}`,
  '"1e999"',
  '"NaN"',
  '"-1"',
  '"0x10"',
  '"9007199254740991"',
  `"${'9'.repeat(41)}"`,
  '"9999-99-99T99:99:99Z"',
  '"+275760-09-13T00:00:00.001Z"',
  '"1969-12-31T23:59:59Z"',
  '"\\u0000"',
  '"__proto__"',
  `"${'x'.repeat(5_000)}"`,
  `${'['.repeat(2_000)}${']'.repeat(2_000)}`,
];

/** Very long extreme values. They are in a separate list, so that only few mutations contain one. */
const longExtremes: readonly string[] = ['9'.repeat(200_000), `"${'9'.repeat(200_000)}"`, `"0.${'3'.repeat(200_000)}"`];

const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b/g;

/**
 * Returns JSON text in which extreme values replace one to three values or names, or which is truncated.
 * @param random returns a number from 0 to below 1. The same numbers give the same text.
 */
export function mutatedJson(text: string, random: () => number): string {
  if (random() < 0.02) {
    return text.slice(0, Math.floor(random() * text.length));
  }
  let mutated = text;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) {
    const tokenMatches = [...mutated.matchAll(tokens)];
    const token = tokenMatches[Math.floor(random() * tokenMatches.length)];
    const from = random() < 0.01 ? longExtremes : extremes;
    const extreme = from[Math.floor(random() * from.length)] ?? 'null';
    if (token !== undefined) {
      mutated = mutated.slice(0, token.index) + extreme + mutated.slice(token.index + token[0].length);
    }
  }
  return mutated;
}

/** Returns a generator of numbers from 0 to below 1. The same seed gives the same numbers. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
