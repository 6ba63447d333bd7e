/**
 * The shared vocabulary for what happened to a question. The engine, the messages, the stored decisions, the pages and the
 * documents all use these words. Add a new word here first.
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

/** The possible decisions of the gate on a trade. */
export const gateVerdicts = ['allow', 'allow_with_caveat', 'refuse'] as const;

/** A decision of the gate on a trade. */
export type GateVerdict = (typeof gateVerdicts)[number];

/**
 * The type under which a gate decision is stored. The two answers that the decision is based on have types of the catalog.
 */
export const gateType = 'gate';

/**
 * The role of an attempt at a source: `source` to deliver, `hedge` to replace a slow attempt, `peer` or `reference` to be
 * compared with the source.
 */
export const attemptRoles = ['source', 'hedge', 'peer', 'reference'] as const;

/** The role of an attempt at a source. */
export type AttemptRole = (typeof attemptRoles)[number];

/** The outcomes of an attempt at a source, each with words that complete a sentence whose subject is the source. */
export const attemptOutcomes = {
  ok: 'answered',
  stale: 'gave an answer that is too old',
  unknown_entity: 'did not know it',
  malformed: 'gave an answer that makes no sense',
  rate_limited: 'refused because of its rate limit',
  exhausted: 'refused because our quota there is used up',
  access_denied: 'refused us or our key',
  key_missing: 'cannot be asked without a key',
  http_error: 'answered with an error',
  timeout: 'did not answer in time',
  unreachable: 'could not be reached',
  over_budget: 'could not be asked within its rate limit',
  circuit_open: 'failed a moment ago and had no second try yet',
  undated: 'did not say when it measured',
  no_datum: 'answered that no such datum exists',
} as const;

/** The outcome of an attempt at a source. Only reads of Solana nodes can have `no_datum`. */
export type AttemptOutcome = keyof typeof attemptOutcomes;
