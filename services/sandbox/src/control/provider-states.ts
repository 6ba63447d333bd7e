import { z } from 'zod';
import { json } from '../mock-endpoint.ts';
import { errorResponse, type ControlSection } from './section.ts';

/** The states that a provider or a node can have. */
export const stateNames = ['up', 'down', 'error', 'slow', 'garbage', 'rate_limited', 'access_denied'] as const;

/** The state of a provider or a node, with its injected faults. */
export type ProviderState = {
  readonly state: (typeof stateNames)[number];
  /** Delay of every response, in milliseconds. It applies in every state except `down`. */
  readonly delayMs: number;
  /** Shift of all prices that the provider shows, in basis points. */
  readonly skewBps: number;
  /** Number of slots by which a node lags. It has no effect on a provider. */
  readonly lagSlots: number;
  /** The venue whose trades and prices this venue repeats as its own. Null when this venue has trades of its own. */
  readonly relayOf: string | null;
  /** Milliseconds from a trade at the upstream venue until this venue repeats the trade. */
  readonly relayDelayMs: number;
  /** Whether this venue shows sizes that are 0.2 to 2 % lower than the sizes of the repeated trades. */
  readonly alterSizes: boolean;
};

const slowByDefaultMs = 5_000;
const up: ProviderState = {
  state: 'up',
  delayMs: 0,
  skewBps: 0,
  lagSlots: 0,
  relayOf: null,
  relayDelayMs: 0,
  alterSizes: false,
};

const maxDelayMs = 120_000;
const maxRelayDelayMs = 60_000;
const relayDelayByDefaultMs = 1_000;
const fields = 'state, delayMs, skewBps, lagSlots, relayOf, relayDelayMs and alterSizes';

const body = z.strictObject({
  state: z.enum(stateNames, `state must be one of ${stateNames.join(', ')}`),
  delayMs: z
    .int(`delayMs must be a whole number of milliseconds from 0 to ${maxDelayMs}`)
    .min(0, `delayMs must be from 0 to ${maxDelayMs}`)
    .max(maxDelayMs, `delayMs must be from 0 to ${maxDelayMs}`)
    .optional(),
  skewBps: z
    .number('skewBps must be a number of basis points above -10000')
    .gt(-10_000, 'skewBps must be above -10000, since a price is above zero')
    .max(1_000_000, 'skewBps must be at most 1000000')
    .optional(),
  lagSlots: z
    .int('lagSlots must be a whole number of slots, 0 or more')
    .min(0, 'lagSlots must be 0 or more')
    .optional(),
  relayOf: z.string('relayOf must be the id of a venue or null').nullable().default(null),
  relayDelayMs: z
    .int(`relayDelayMs must be a whole number of milliseconds from 0 to ${maxRelayDelayMs}`)
    .min(0, `relayDelayMs must be from 0 to ${maxRelayDelayMs}`)
    .max(maxRelayDelayMs, `relayDelayMs must be from 0 to ${maxRelayDelayMs}`)
    .optional(),
  alterSizes: z.boolean('alterSizes must be true or false').default(false),
});

/** The states of all endpoints. They are stored in memory only, so every endpoint is up after a restart. */
export type ProviderStates = {
  /** Returns the state of an endpoint. Throws for an unknown name. */
  readonly of: (name: string) => ProviderState;
  readonly section: ControlSection;
};

/**
 * Returns the reason why a provider cannot relay an upstream, or undefined when it can.
 * @param relayOf returns the upstream that a venue relays now.
 */
function relayProblem(
  venues: readonly string[],
  id: string,
  upstream: string,
  relayOf: (venue: string) => string | null | undefined,
): string | undefined {
  if (!venues.includes(id)) {
    return `only a venue with trades can relay: ${venues.join(', ')}`;
  }
  if (!venues.includes(upstream)) {
    return `relayOf must be null or one of ${venues.join(', ')}`;
  }
  for (let each: string | null | undefined = upstream; each !== null && each !== undefined; each = relayOf(each)) {
    if (each === id) {
      return `relayOf must not lead back to ${id}`;
    }
  }
  return undefined;
}

/**
 * Creates the states of endpoints. At first, all endpoints are up.
 * @param venues the names of the endpoints with trades. Only these endpoints can relay each other.
 * @param onChange called after every change of a state.
 */
export function createProviderStates(
  names: readonly string[],
  venues: readonly string[],
  onChange: (name: string, state: ProviderState) => void,
): ProviderStates {
  const states = new Map<string, ProviderState>(names.map((name) => [name, up]));
  const of = (name: string): ProviderState => {
    const state = states.get(name);
    if (state === undefined) {
      throw new Error(`unknown endpoint ${name}`);
    }
    return state;
  };
  return {
    of,
    section: {
      name: 'providers',
      list: () => Object.fromEntries(states),
      put: (id, requestBody) => {
        if (!states.has(id)) {
          return errorResponse(404, `unknown provider "${id.slice(0, 32)}"; it must be one of ${names.join(', ')}`);
        }
        const parsed = body.safeParse(requestBody);
        if (!parsed.success) {
          const issue = parsed.error.issues[0];
          const message =
            issue?.code === 'unrecognized_keys'
              ? `${issue.keys.join(', ').slice(0, 64)} is not a field; the fields are ${fields}`
              : issue?.path.length === 0
                ? 'the body must be an object such as { "state": "slow", "delayMs": 2000 }'
                : (issue?.message ?? 'the body is invalid');
          return errorResponse(400, message);
        }
        const { state, delayMs, skewBps = 0, lagSlots = 0, relayOf, relayDelayMs, alterSizes } = parsed.data;
        const problem =
          relayOf === null
            ? relayDelayMs === undefined && !alterSizes
              ? undefined
              : 'relayDelayMs and alterSizes need relayOf'
            : relayProblem(venues, id, relayOf, (venue) => states.get(venue)?.relayOf);
        if (problem !== undefined) {
          return errorResponse(400, problem);
        }
        const next: ProviderState = {
          state,
          delayMs: delayMs ?? (state === 'slow' ? slowByDefaultMs : 0),
          skewBps,
          lagSlots,
          relayOf,
          relayDelayMs: relayDelayMs ?? (relayOf === null ? 0 : relayDelayByDefaultMs),
          alterSizes,
        };
        states.set(id, next);
        onChange(id, next);
        return json(200, { id, ...next });
      },
    },
  };
}
