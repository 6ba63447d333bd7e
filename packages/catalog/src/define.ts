import type { z } from 'zod';

/** How far independent checking got, weakest first. */
export const levels = ['single_source', 'consensus', 'anchored'] as const;

/** One of the three verification levels. */
export type Level = (typeof levels)[number];

/** Whether one level is at least as strong as another. */
export function reaches(level: Level, required: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(required);
}

/** How two sources' answers about the same thing are compared. */
export type Agreement = {
  /** The field of the datum that has to agree: a decimal string. */
  readonly field: string;
  /** Fields that say what was answered: answers that differ in one are about different things and are not compared. */
  readonly identityFields: readonly string[];
  /** Answers agree when they differ by at most so many basis points of the smaller one. */
  readonly toleranceBps: number;
  /** Parameter sets, besides what callers ask, by which the independence of the type's sources is measured. */
  readonly samplingParams: readonly Readonly<Record<string, string>>[];
};

/** Everything the house knows about a data type; each lives in a folder of its own under `types/`. */
export type DataType<Params extends z.ZodObject = z.ZodObject, Data extends z.ZodObject = z.ZodObject> = {
  /** Canonical identifier, such as `token.price`. */
  readonly id: string;
  /** One sentence for the catalog and the documentation. */
  readonly description: string;
  /**
   * What callers may give. Parsing also normalises (upper-case symbols, canonical names), so what comes out is what
   * providers see and what the answer repeats. Every field's `.describe` says what would be right.
   */
  readonly params: Params;
  /** Required parameters that the service finds by itself when the question came in words. */
  readonly inferredParams: readonly (keyof z.infer<Params> & string)[];
  /** The datum that is delivered. */
  readonly data: Data;
  /** `measured`: a source's own number; `derived`: computed here from what a source returned. */
  readonly origin: 'measured' | 'derived';
  /** How old a source's own time may be for its answer to count, in milliseconds. */
  readonly maxAgeMs: number;
  /** The highest level that checking could reach with the best of sources. */
  readonly levelCeiling: Level;
  /** Why the type can never be anchored; null for a type that can. */
  readonly levelCeilingReason: string | null;
  /** How answers of different providers are compared; absent where they cannot confirm each other. */
  readonly agreement?: Agreement;
  /** The parameter that names the one address a watch of this type observes; absent for a type that cannot be watched. */
  readonly watchedParam?: keyof z.infer<Params> & string;
  /** A parameter set that works, for documentation and for examples. */
  readonly example: z.input<Params>;
};

/** Declares a data type. It only gives the declaration its type; the loader checks what types cannot say. */
export function defineDataType<Params extends z.ZodObject, Data extends z.ZodObject>(
  type: DataType<Params, Data>,
): DataType<Params, Data> {
  return type;
}

const required = new WeakMap<z.ZodObject, readonly string[]>();

/** Names of the parameters that a direct call must give, in the order of declaration. */
export function requiredParams(type: DataType): readonly string[] {
  const known = required.get(type.params);
  if (known !== undefined) {
    return known;
  }
  const names = Object.entries(type.params.shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);
  required.set(type.params, names);
  return names;
}

/** Names of the parameters that a call may leave out. */
export function optionalParams(type: DataType): string[] {
  const needed = new Set(requiredParams(type));
  return Object.keys(type.params.shape).filter((name) => !needed.has(name));
}
