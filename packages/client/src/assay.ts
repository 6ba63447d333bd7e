import type { Answer, AnswerByName, GateResult, WatchInput, ParamsOf, TypeName, WordsAnswer } from './answers.ts';
import type { AskBody, CatalogEntry, CreatedWatch, GetDataFields, Level, Trace, Trade, Watch } from './gen/api.ts';
import { createCalls, type Calls, type PostOptions, type RequestOptions } from './calls.ts';
import type { AssayCall } from './response.ts';
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
  AnswerByName,
  DataOf,
  Delivery,
  FailedPart,
  GateResult,
  WatchInput,
  NoSource,
  ParamsOf,
  Refusal,
  TypeName,
  WordsAnswer,
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
export type { AssayLogger, ObserverOptions, ReceivedResponse, SentRequest } from './observer.ts';
export type { JsonObject, Notification, TestNotification } from './notification.ts';
export { verifyNotification } from './notification-signature.ts';
export type { AssayOptions } from './options.ts';
export type { AssayCall, RateLimit, ResponseFacts } from './response.ts';
export { AssaySignatureError, type SignedAnswer } from './signature.ts';

/** The type of a body before it is encoded as JSON. The encoding omits undefined fields. */
type Sent<Body> = { readonly [Name in keyof Body]: Body[Name] | undefined };

/** Options of a question. */
export type QuestionOptions = PostOptions & {
  /** The required level. An answer below this level is refused. */
  readonly minLevel?: Level;
};

/**
 * A client of the Assay API. Every method returns the body of the service's answer, and `withResponse()` of a call
 * adds the rate limit, the mode and the trace id. A refusal and a `no_source` are
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
  ask(query: string, options: QuestionOptions = {}): AssayCall<WordsAnswer> {
    const { minLevel, ...more } = options;
    const body: Sent<AskBody> = { query, minLevel };
    return this.#calls.post({ path: '/v1/ask', field: 'debitedCredits' }, body, more);
  }

  /** Asks a question by data type and parameters. */
  getData<Type extends TypeName>(
    type: Type,
    params: ParamsOf<Type>,
    options: QuestionOptions = {},
  ): AssayCall<Answer<Type>> {
    const { minLevel, ...more } = options;
    const body: Sent<GetDataFields & { readonly params: ParamsOf<Type> }> = { type, params, minLevel };
    return this.#calls.post({ path: '/v1/get_data', field: 'debitedCredits' }, body, more);
  }

  /** Asks a question by a data type that is known only at run time, for example from `types()`. */
  getDataByName(
    type: string,
    params: Readonly<Record<string, unknown>>,
    options: QuestionOptions = {},
  ): AssayCall<AnswerByName> {
    const { minLevel, ...more } = options;
    return this.#calls.post({ path: '/v1/get_data', field: 'debitedCredits' }, { type, params, minLevel }, more);
  }

  /** Returns the data types that can be served now. */
  types(options?: RequestOptions): AssayCall<readonly CatalogEntry[]> {
    return this.#calls.get(
      { path: '/v1/types', field: 'types' },
      options,
      (body: { readonly types: readonly CatalogEntry[] }) => body.types,
    );
  }

  /** Returns a gate decision on a swap under the caller's own policy. */
  gate(trade: Trade, options?: PostOptions): AssayCall<GateResult> {
    return this.#calls.post({ path: '/v1/gate', field: 'decision' }, trade, options);
  }
}

/** Options of a loop over watches. The options of a call apply to each page. */
export type IterateOptions = RequestOptions & {
  /** Number of watches that one request gets, from 1 to 200. The default is 100. */
  readonly pageSize?: number;
};

/** The operations on watches. */
export type Watches = {
  /** Registers a watch. Keep `webhookSecret`: no other answer contains it. */
  readonly create: (watch: WatchInput, options?: PostOptions) => AssayCall<CreatedWatch>;
  /** Returns all watches of the account, oldest first, in one answer. */
  readonly list: (options?: RequestOptions) => AssayCall<readonly Watch[]>;
  /**
   * Returns the watches one after another, oldest first, for `for await`. It requests a page when the loop needs it.
   * `pageSize` is the number of watches of a page, from 1 to 200.
   */
  readonly iterate: (options?: IterateOptions) => AsyncGenerator<Watch, void, undefined>;
  /** Deletes a watch. Throws an AssayError with `NOT_FOUND` when the account has no watch with this id. */
  readonly delete: (id: string, options?: RequestOptions) => AssayCall<void>;
};

/** The operations on traces. */
export type Traces = {
  /**
   * Returns the decision behind an answer. For a call that ended with an error, returns the call and the error in
   * `failure`. A trace appears at most two seconds after its response.
   */
  readonly get: (traceId: string, options?: RequestOptions) => AssayCall<Trace>;
};

type WatchPage = { readonly watches: readonly Watch[]; readonly nextCursor: string | null };

function watchesOf({ get, post, remove }: Calls): Watches {
  return {
    create: (watch, options) => post({ path: '/v1/watch', field: 'webhookSecret' }, watch, options),
    list: (options) =>
      get(
        { path: '/v1/watch', field: 'watches' },
        options,
        (body: { readonly watches: readonly Watch[] }) => body.watches,
      ),
    iterate: async function* ({ pageSize = 100, ...options } = {}) {
      let more = '';
      do {
        const path = `/v1/watch?limit=${pageSize}${more}`;
        const page: WatchPage = await get({ path, field: 'watches' }, options);
        yield* page.watches;
        more = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
      } while (more !== '');
    },
    delete: (id, options) => remove(`/v1/watch/${encodeURIComponent(id)}`, options),
  };
}
