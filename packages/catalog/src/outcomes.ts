/**
 * The shared vocabulary for what happened to a question. The engine, the messages, the stored decisions, the pages and
 * the documents all use these words. Add a new word here first.
 */

/** How an answer to a question ended. Callers see `failed` as the error RESOLVE_FAILED. */
export const answerOutcomes = ['delivered', 'refused', 'no_source', 'failed'] as const;

/** How an answer to a question ended. */
export type AnswerOutcome = (typeof answerOutcomes)[number];

/**
 * The outcomes of a question in words that could not be turned into a typed question: no type matched, or a required
 * parameter was missing.
 */
export const unresolvedOutcomes = ['unresolved', 'missing_param'] as const;

/** The outcome of a question in words that could not be turned into a typed question. */
export type UnresolvedOutcome = (typeof unresolvedOutcomes)[number];

/**
 * The outcomes of a call that ended with an error before a decision. Assay `rejected` a call that its caller must
 * change or send later (HTTP 4xx), and an `error` is a failure inside Assay (HTTP 5xx).
 */
export const failedCallOutcomes = ['rejected', 'error'] as const;

/** The outcome of a call that ended with an error before a decision. */
export type FailedCallOutcome = (typeof failedCallOutcomes)[number];

/** The possible decisions of the gate on a trade. */
export const gateVerdicts = ['allow', 'allow_with_caveat', 'refuse'] as const;

/** A decision of the gate on a trade. */
export type GateVerdict = (typeof gateVerdicts)[number];

/**
 * The type under which a gate decision is stored. It is not in the catalog, unlike the types of the two answers on
 * which the decision is based.
 */
export const gateType = 'gate';

/**
 * The data types of the two parts of a gate call: the quote and the risk. The decisions on the parts have the trace id
 * of the gate call. A question about such a type outside a gate call has its own trace id.
 */
export const gatePartTypes = ['chain.swap_quote', 'chain.token_risk'] as const;

/**
 * The roles of an attempt at a source. `source` gets the answer to deliver, and `hedge` replaces a slow attempt. `peer`
 * and `reference` get an answer to compare with the source's.
 */
export const attemptRoles = ['source', 'hedge', 'peer', 'reference'] as const;

/** The role of an attempt at a source. */
export type AttemptRole = (typeof attemptRoles)[number];

/** The outcomes of an attempt at a source, each with words that complete a sentence whose subject is the source. */
export const attemptOutcomes = {
  ok: 'answered',
  stale: 'gave an answer that is too old',
  unknown_entity: 'did not know it',
  malformed: 'gave an answer in an unknown form or with impossible values',
  rate_limited: 'refused because of its rate limit',
  exhausted: "refused because Assay's quota there is used up",
  access_denied: "refused Assay's key or address",
  key_missing: 'cannot be asked without a key',
  http_error: 'answered with an error',
  timeout: 'did not answer in time',
  unreachable: 'could not be reached',
  over_budget: 'could not be asked within its rate limit',
  circuit_open: 'failed a moment ago and is not asked again yet',
  undated: 'did not say when it measured',
  no_datum: 'answered that no such datum exists',
} as const;

/** The outcome of an attempt at a source. Only reads of Solana nodes can have `no_datum`. */
export type AttemptOutcome = keyof typeof attemptOutcomes;

/**
 * The verdicts on a pair of providers or nodes: whether one upstream feeds both. Stored verdicts are positions in this
 * list, so append a new verdict at the end.
 */
export const pairVerdicts = ['unknown', 'shared_upstream', 'independent'] as const;

/** The verdict on a pair. Each pair begins as `unknown`, which never counts as independent. */
export type PairVerdict = (typeof pairVerdicts)[number];

/** The outcomes of delivering a change to a webhook, each with its meaning for an operator. */
export const deliveryOutcomes = {
  delivered: 'the webhook received the notification',
  failed: 'the webhook did not answer with a 2xx status',
  lost: 'the worker died while it sent, so it is not known whether the webhook received the notification',
  no_credits: 'the account had too little credit for the verification',
  unmet: 'the condition was evaluated and did not hold',
  refused: 'the verification was refused: no answer reached the required level',
  no_source: 'the verification found nothing at the address that the type could describe',
  unverified: 'no source answered the verification, or the condition could not be evaluated',
  broken: "a defect; the service's log has the details",
  gone: 'the watch was deleted',
  covered: 'a newer verification covers the change',
  debounced: 'the change came within the quiet time',
  superseded: 'the worker died before it sent, and a later trigger replaced this one',
} as const;

/** The outcome of delivering a change to a webhook. */
export type DeliveryOutcome = keyof typeof deliveryOutcomes;

/**
 * The outcomes of a call, for the usage of its account. A gate call ends with its verdict. `error` is a call that
 * failed inside Assay, and `undelivered` is a call whose answer did not reach the caller. `deferred` is a verification
 * that will be repeated. `unknown` is a call whose outcome was never reported.
 */
export const usageOutcomes = [
  ...answerOutcomes,
  ...gateVerdicts,
  'error',
  'undelivered',
  'unmet',
  'unverified',
  'no_credits',
  'gone',
  'deferred',
  'unknown',
] as const;

/** The outcome of a call, for the usage of its account. */
export type UsageOutcome = (typeof usageOutcomes)[number];

/**
 * The word in an account's usage for each outcome of a delivery. A delivery that will begin again is `deferred`. A
 * delivery without verification has no hold, so it does not appear in the usage.
 */
export const usageOfDelivery = {
  delivered: 'delivered',
  failed: 'undelivered',
  lost: 'undelivered',
  no_credits: 'no_credits',
  unmet: 'unmet',
  refused: 'refused',
  no_source: 'no_source',
  unverified: 'unverified',
  broken: 'error',
  gone: 'gone',
  superseded: 'deferred',
  deferred: 'deferred',
} as const satisfies Record<Exclude<DeliveryOutcome, 'covered' | 'debounced'> | 'deferred', UsageOutcome>;
