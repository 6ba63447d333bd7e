/**
 * The words for what became of a question. The engine decides with them, the messages and the stored decisions carry them,
 * and the pages and documents show them. A new word goes here first.
 */

/** How an answer to a question ended. Callers see `failed` as the error RESOLVE_FAILED. */
export const answerOutcomes = ['delivered', 'refused', 'no_source', 'failed'] as const;

/** How an answer to a question ended. */
export type AnswerOutcome = (typeof answerOutcomes)[number];

/** How a query in words ended that became no question: no type matched it, or a required parameter was missing. */
export const unresolvedOutcomes = ['unresolved', 'missing_param'] as const;

/** What a gate decided on a trade. */
export const gateVerdicts = ['allow', 'allow_with_caveat', 'refuse'] as const;

/** What a gate decided on a trade. */
export type GateVerdict = (typeof gateVerdicts)[number];

/** The type under which a gate's own decision is stored. Its two parts have types of the catalog. */
export const gateType = 'gate';

/** What an attempt was for: to deliver, to replace a slow attempt, or to be compared with the source. */
export const attemptRoles = ['source', 'hedge', 'peer', 'reference'] as const;

/** What an attempt was for. */
export type AttemptRole = (typeof attemptRoles)[number];

/** How an attempt at a source ended, with its meaning as the end of a sentence about the source. */
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

/** How an attempt ended. Only nodes of the chain have `no_datum`. */
export type AttemptOutcome = keyof typeof attemptOutcomes;
