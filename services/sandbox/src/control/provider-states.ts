import { z } from 'zod';
import { json } from '../mock-endpoint.ts';
import { refusal, type ControlSection } from './section.ts';

/** How a provider or a node behaves, whatever it would say. */
export const stateNames = ['up', 'down', 'error', 'slow', 'garbage', 'rate_limited'] as const;

/** What was set for one provider or node. */
export type ProviderState = {
  readonly state: (typeof stateNames)[number];
  /** How long it waits before it answers, in milliseconds; also when it is up. */
  readonly delayMs: number;
  /** How far its prices are shifted. */
  readonly skewBps: number;
  /** How many slots a node is behind; means nothing for a provider. */
  readonly lagSlots: number;
};

const slowByDefaultMs = 5_000;
const up: ProviderState = { state: 'up', delayMs: 0, skewBps: 0, lagSlots: 0 };

const maxDelayMs = 120_000;

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
});

/** The states of all rooms, in memory only: a restart finds everybody up. */
export type ProviderStates = {
  /** The state of a room; throws for a name that was not given at creation. */
  readonly of: (name: string) => ProviderState;
  readonly section: ControlSection;
};

/**
 * Creates the states of rooms, all up.
 * @param changed called after every change, so that what a state means outside the server can follow it.
 */
export function createProviderStates(
  names: readonly string[],
  onChange: (name: string, state: ProviderState) => void,
): ProviderStates {
  const states = new Map<string, ProviderState>(names.map((name) => [name, up]));
  const of = (name: string): ProviderState => {
    const state = states.get(name);
    if (state === undefined) {
      throw new Error(`there is no endpoint ${name}`);
    }
    return state;
  };
  return {
    of,
    section: {
      name: 'providers',
      list: () => Object.fromEntries(states),
      put: (id, given) => {
        if (!states.has(id)) {
          return refusal(404, `there is no provider "${id.slice(0, 32)}"; it must be one of ${names.join(', ')}`);
        }
        const parsed = body.safeParse(given);
        if (!parsed.success) {
          const issue = parsed.error.issues[0];
          const sentence =
            issue?.code === 'unrecognized_keys'
              ? `${issue.keys.join(', ').slice(0, 64)} is not a field; state, delayMs, skewBps and lagSlots are`
              : issue?.path.length === 0
                ? 'the body must be an object such as { "state": "slow", "delayMs": 2000 }'
                : (issue?.message ?? 'the body is not right');
          return refusal(400, sentence);
        }
        const { state, delayMs, skewBps = 0, lagSlots = 0 } = parsed.data;
        const next = { state, delayMs: delayMs ?? (state === 'slow' ? slowByDefaultMs : 0), skewBps, lagSlots };
        states.set(id, next);
        onChange(id, next);
        return json(200, { id, ...next });
      },
    },
  };
}
