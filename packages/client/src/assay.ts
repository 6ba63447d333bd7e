import type { Answer, GateResult, WatchInput, ParamsOf, TypeName } from './answers.ts';
import type { AskBody, CatalogEntry, CreatedWatch, GetDataFields, Level, Trace, Trade, Watch } from './gen/api.ts';
import { createCalls, type Calls, type PostOptions, type RequestOptions } from './calls.ts';
import { readOptions, type AssayOptions } from './options.ts';

export {
  AssayConnectionError,
  AssayCreditsError,
  AssayError,
  AssayKeyError,
  AssayNotFoundError,
  AssayRateLimitError,
  AssayRequestError,
  AssayServiceError,
  AssayTimeoutError,
  type AssayErrorFields,
} from './errors.ts';
export type {
  Answer,
  DataOf,
  Delivery,
  FailedPart,
  GateResult,
  WatchInput,
  NoSource,
  ParamsOf,
  Refusal,
  TypeName,
} from './answers.ts';
export type {
  CatalogEntry,
  CreatedWatch,
  DataTypes,
  DeliveryFields,
  ErrorCode,
  GateFields,
  Level,
  NewWatchFields,
  NoSourceFields,
  RefusalFields,
  Trace,
  Trade,
  Verification,
  Watch,
  WatchableType,
  WatchCondition,
} from './gen/api.ts';
export type { PostOptions, RequestOptions } from './calls.ts';
export type { AssayOptions } from './options.ts';
export { AssaySignatureError, type SignedAnswer } from './signature.ts';

/** The type of a body before it is encoded as JSON. The encoding omits undefined fields. */
type Sent<Body> = { readonly [Name in keyof Body]: Body[Name] | undefined };

/** Options of a question. */
export type QuestionOptions = PostOptions & {
  /** The required level. An answer below this level is refused. */
  readonly minLevel?: Level;
};

/**
 * A client of the Assay API. Every method returns the body of the service's answer. A refusal and a `no_source` are
 * results and do not throw. Methods throw AssayError, AssayConnectionError, AssayTimeoutError, AssaySignatureError, or
 * the reason of an aborted signal. They throw a TypeError for an option that is not valid.
 */
export class Assay {
  /** The watches of the account. */
  readonly watches: Watches;
  /** The decisions behind the account's answers. */
  readonly traces: Traces;
  readonly #calls: Calls;

  /** Throws a TypeError for an option that is missing or not valid. */
  constructor(options: AssayOptions = {}) {
    const calls = createCalls(readOptions(options));
    this.#calls = calls;
    this.watches = watchesOf(calls);
    this.traces = {
      get: (traceId, more) => calls.get({ path: `/v1/traces/${encodeURIComponent(traceId)}`, field: 'traceId' }, more),
    };
  }

  /** Asks a question in words. The service chooses the data type, so check `answer.type` before using `data`. */
  ask(query: string, options: QuestionOptions = {}): Promise<Answer> {
    const { minLevel, ...more } = options;
    const body: Sent<AskBody> = { query, minLevel };
    return this.#calls.post({ path: '/v1/ask', field: 'debitedCredits' }, body, more);
  }

  /** Asks a question by data type and parameters. */
  getData<Type extends TypeName>(
    type: Type,
    params: ParamsOf<Type>,
    options: QuestionOptions = {},
  ): Promise<Answer<Type>> {
    const { minLevel, ...more } = options;
    const body: Sent<GetDataFields & { readonly params: ParamsOf<Type> }> = { type, params, minLevel };
    return this.#calls.post({ path: '/v1/get_data', field: 'debitedCredits' }, body, more);
  }

  /** Returns the data types that can be served now. */
  async types(options?: RequestOptions): Promise<readonly CatalogEntry[]> {
    const { types } = await this.#calls.get<{ types: readonly CatalogEntry[] }>(
      { path: '/v1/types', field: 'types' },
      options,
    );
    return types;
  }

  /** Returns a gate decision on a swap under the caller's own policy. */
  gate(trade: Trade, options?: PostOptions): Promise<GateResult> {
    return this.#calls.post({ path: '/v1/gate', field: 'decision' }, trade, options);
  }
}

/** The operations on watches. */
export type Watches = {
  /** Registers a watch. Keep `webhookSecret`: no other answer contains it. */
  readonly create: (watch: WatchInput, options?: PostOptions) => Promise<CreatedWatch>;
  readonly list: (options?: RequestOptions) => Promise<readonly Watch[]>;
  /** Deletes a watch. Throws an AssayError with `NOT_FOUND` when the account has no watch with this id. */
  readonly delete: (id: string, options?: RequestOptions) => Promise<void>;
};

/** The operations on traces. */
export type Traces = {
  /** Returns the decision behind an answer. The decision may appear up to two seconds after the answer. */
  readonly get: (traceId: string, options?: RequestOptions) => Promise<Trace>;
};

function watchesOf({ get, post, remove }: Calls): Watches {
  return {
    create: (watch, options) => post({ path: '/v1/watch', field: 'webhookSecret' }, watch, options),
    list: async (options) =>
      (await get<{ watches: readonly Watch[] }>({ path: '/v1/watch', field: 'watches' }, options)).watches,
    delete: (id, options) => remove(`/v1/watch/${encodeURIComponent(id)}`, options),
  };
}
