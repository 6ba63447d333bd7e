import type { z } from 'zod';

/** The verification levels, weakest first. */
export const levels = ['single_source', 'consensus', 'anchored'] as const;

/** A verification level: how far independent checking got. */
export type Level = (typeof levels)[number];

/** Whether a level is at least as strong as the required one. */
export function reaches(level: Level, required: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(required);
}

/** The rule by which the answers of two sources are compared. */
export type Agreement = {
  /** The field of the datum that must agree. Its values are decimal strings. */
  readonly field: string;
  /** Fields that identify the answered thing. Answers that differ in one of them are not compared. */
  readonly identityFields: readonly string[];
  /** Answers agree when they differ by at most this many basis points of the smaller one. */
  readonly toleranceBps: number;
  /** Parameters by which the independence of the type's sources is measured, in addition to the calls. */
  readonly samplingParams: readonly Readonly<Record<string, string>>[];
  /**
   * Returns the parameters that stand for the market of a question. Independence is measured with them, and holds for all
   * questions of that market. Absent when all parameters together name the market.
   */
  readonly marketParams?: (params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
};

/** The declaration of a data type. Each type has a folder of its own under `types/`. */
export type DataType<Params extends z.ZodObject = z.ZodObject, Data extends z.ZodObject = z.ZodObject> = {
  /** Identifier, such as `token.price`. */
  readonly id: string;
  /** One sentence for the catalog and the documentation. */
  readonly description: string;
  /**
   * The schema of a caller's parameters. Parsing also normalises them, for example to upper-case symbols and canonical
   * names. Providers receive the normalised parameters, and the answer repeats them. The `.describe` of a field says
   * what is valid.
   */
  readonly params: Params;
  /**
   * Returns the parameter that contradicts another one and a message that says what is right, or undefined. It checks
   * normalised parameters, of which the inferred ones may be absent.
   */
  readonly checkParams?: (
    params: Readonly<Record<string, string>>,
  ) => { readonly param: string; readonly message: string } | undefined;
  /**
   * Returns why no source is asked about normalised parameters that are valid in form, for the answer. Undefined when
   * sources are asked.
   */
  readonly notAskedBecause?: (params: Readonly<Record<string, string>>) => string | undefined;
  /** Required parameters that the service infers when the question came as text. */
  readonly inferredParams: readonly (keyof z.infer<Params> & string)[];
  /** The schema of the datum. */
  readonly data: Data;
  /** `measured`: a source's own number. `derived`: computed here from the answer of a source. */
  readonly origin: 'measured' | 'derived';
  /** Maximum age of an answer by the source's own time, in milliseconds. */
  readonly maxAgeMs: number;
  /**
   * Maximum number of bytes of a provider's response, opinions included. A longer response is not read to its end. Absent:
   * `defaultResponseBytes`.
   */
  readonly maxResponseBytes?: number;
  /** The highest level that the type can reach with the best sources. */
  readonly levelCeiling: Level;
  /** Why the type can never be anchored. Null for a type that can. */
  readonly levelCeilingReason: string | null;
  /** The rule of agreement. Absent when the type's sources cannot confirm each other. */
  readonly agreement?: Agreement;
  /** The parameter with the address that a watch of this type observes. Absent for a type that cannot be watched. */
  readonly watchedParam?: keyof z.infer<Params> & string;
  /** Valid parameters, for the documentation, the examples and the probes. */
  readonly example: z.input<Params>;
};

/** Maximum number of bytes of a provider's response about a type that names no other. */
export const defaultResponseBytes = 262_144;

/** Returns the declaration with its type checked. The loader checks the rules that types cannot express. */
export function defineDataType<Params extends z.ZodObject, Data extends z.ZodObject>(
  type: DataType<Params, Data>,
): DataType<Params, Data> {
  return type;
}

const required = new WeakMap<z.ZodObject, readonly string[]>();

/** Returns the names of the required parameters, in the order of declaration. */
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

/** Returns the names of the optional parameters. */
export function optionalParams(type: DataType): string[] {
  const needed = new Set(requiredParams(type));
  return Object.keys(type.params.shape).filter((name) => !needed.has(name));
}
