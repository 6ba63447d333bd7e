import type { z } from 'zod';

/** The verification levels, weakest first. */
export const levels = ['single_source', 'consensus', 'anchored'] as const;

/** A verification level: how far other sources or a reference confirmed an answer. */
export type Level = (typeof levels)[number];

/** Whether a level is at least as strong as the required one. */
export function reaches(level: Level, required: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(required);
}

/** The rule that decides whether the answers of two sources agree. */
export type Agreement = {
  /** The field of the datum to compare. Its values are decimal strings. */
  readonly field: string;
  /**
   * Fields that identify the subject of the answer, such as its currency. Answers are compared only when all these
   * fields are equal.
   */
  readonly identityFields: readonly string[];
  /** Maximum difference between two answers that agree, in basis points of the smaller answer. */
  readonly toleranceBps: number;
  /**
   * Parameters with which the engine itself asks the type's sources, in addition to callers' questions. From the
   * answers it measures which sources are independent.
   */
  readonly samplingParams: readonly Readonly<Record<string, string>>[];
  /**
   * Returns the parameters that identify the market of a question. The engine measures independence with these
   * parameters, and the result holds for all questions about the market. Absent when every parameter of a question
   * identifies the market.
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
   * Checks normalised parameters against each other. Inferred parameters may be absent. Returns a parameter that
   * contradicts another one, and a message that says what would be right. Returns undefined when no parameters
   * contradict each other.
   */
  readonly checkParams?: (
    params: Readonly<Record<string, string>>,
  ) => { readonly param: string; readonly message: string } | undefined;
  /**
   * Returns the reason, for the caller, why the service asks no source about these valid, normalised parameters.
   * Undefined when it asks sources.
   */
  readonly notAskedBecause?: (params: Readonly<Record<string, string>>) => string | undefined;
  /** The names of required parameters that a question in words may leave out, because the service infers them. */
  readonly inferredParams: readonly (keyof z.infer<Params> & string)[];
  /** The schema of the datum. */
  readonly data: Data;
  /** `measured`: a source reported this number. `derived`: the service computed it from a source's answer. */
  readonly origin: 'measured' | 'derived';
  /** Maximum age of an answer in milliseconds, from the time that the source states for it. */
  readonly maxAgeMs: number;
  /**
   * Maximum number of bytes of a provider's response about this type. The same limit applies to a provider that only
   * gives an opinion on the datum. A longer response is cut off and refused. `defaultResponseBytes` when absent.
   */
  readonly maxResponseBytes?: number;
  /** The highest level that answers of this type can reach, even with the best sources. */
  readonly levelCeiling: Level;
  /** The reason why answers of this type can never be anchored. Null for a type whose answers can be anchored. */
  readonly levelCeilingReason: string | null;
  /**
   * The rule by which answers of different sources are compared. Absent when the type's sources cannot confirm each
   * other.
   */
  readonly agreement?: Agreement;
  /** The name of the parameter with the address that a watch observes. Absent for a type that cannot be watched. */
  readonly watchedParam?: keyof z.infer<Params> & string;
  /**
   * The field of the datum that answers the question. Pages show this field first. When absent, the first field of the
   * datum that does not also name a parameter is used.
   */
  readonly mainField?: keyof z.infer<Data> & string;
  /** Valid parameters, for the documentation, the examples and the probes. */
  readonly example: z.input<Params>;
};

/** Maximum number of bytes of a provider's response, for types without a `maxResponseBytes`. */
export const defaultResponseBytes = 262_144;

/**
 * Returns the declaration unchanged and lets the compiler check its type. The loader checks the rules that types cannot
 * express.
 */
export function defineDataType<Params extends z.ZodObject, Data extends z.ZodObject>(
  type: DataType<Params, Data>,
): DataType<Params, Data> {
  return type;
}

const required = new WeakMap<z.ZodObject, readonly string[]>();

/** Returns the names of the required parameters, in the order of declaration. */
export function requiredParams(type: DataType): readonly string[] {
  const cachedNames = required.get(type.params);
  if (cachedNames !== undefined) {
    return cachedNames;
  }
  const names = Object.entries(type.params.shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);
  required.set(type.params, names);
  return names;
}

/** Returns the name of the datum's field that answers the question. Pages show it first. */
export function mainFieldOf(type: DataType): string {
  const fields = Object.keys(type.data.shape);
  return type.mainField ?? fields.find((name) => !(name in type.params.shape)) ?? fields[0] ?? '';
}

/** Returns the names of the optional parameters. */
export function optionalParams(type: DataType): string[] {
  const needed = new Set(requiredParams(type));
  return Object.keys(type.params.shape).filter((name) => !needed.has(name));
}
