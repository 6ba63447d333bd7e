import { z } from 'zod';
import { errorResponse, type ControlSection } from '../control/section.ts';
import { json } from '../mock-endpoint.ts';

/** The faults that a stream can have. They do not affect the provider's REST interface. */
export const streamFaults = [
  'none',
  'down',
  'silent',
  'frozen',
  'gap',
  'reorder',
  'duplicate',
  'late',
  'garbage',
] as const;

/** The state of a provider's stream, with its fault. */
export type StreamState = {
  readonly fault: (typeof streamFaults)[number];
  /** Shift of the stream's prices relative to the prices by REST, in basis points. */
  readonly skewBps: number;
  /** Milliseconds by which the times in the stream's messages are ahead of the sandbox's clock. */
  readonly clockMs: number;
};

const undisturbed: StreamState = { fault: 'none', skewBps: 0, clockMs: 0 };

const body = z.strictObject({
  fault: z.enum(streamFaults, `fault must be one of ${streamFaults.join(', ')}`),
  skewBps: z
    .number('skewBps must be a number of basis points above -10000')
    .gt(-10_000, 'skewBps must be above -10000, since a price is above zero')
    .max(1_000_000, 'skewBps must be at most 1000000')
    .default(0),
  clockMs: z
    .int('clockMs must be a whole number of milliseconds')
    .min(-600_000, 'clockMs must be from -600000 to 600000')
    .max(600_000, 'clockMs must be from -600000 to 600000')
    .default(0),
});

/** The states of all streams. They are stored in memory only. */
export type StreamStates = {
  readonly of: (provider: string) => StreamState;
  readonly section: ControlSection;
};

/**
 * Creates the states of streams. At first, no stream has a fault.
 * @param onChange called after every change of a state.
 */
export function createStreamStates(providers: readonly string[], onChange: (provider: string) => void): StreamStates {
  const states = new Map<string, StreamState>(providers.map((provider) => [provider, undisturbed]));
  return {
    of: (provider) => states.get(provider) ?? undisturbed,
    section: {
      name: 'streams',
      list: () => Object.fromEntries(states),
      put: (id, requestBody) => {
        if (!states.has(id)) {
          return errorResponse(404, `unknown stream "${id.slice(0, 32)}"; it must be one of ${providers.join(', ')}`);
        }
        const parsed = body.safeParse(requestBody);
        if (!parsed.success) {
          const issue = parsed.error.issues[0];
          return errorResponse(
            400,
            issue?.code === 'unrecognized_keys'
              ? `${issue.keys.join(', ').slice(0, 64)} is not a field; the fields are fault, skewBps and clockMs`
              : issue?.path.length === 0
                ? 'the body must be an object such as { "fault": "frozen" }'
                : (issue?.message ?? 'the body is invalid'),
          );
        }
        states.set(id, parsed.data);
        onChange(id);
        return json(200, { id, ...parsed.data });
      },
      remove: (id) => {
        if (!states.has(id)) {
          return errorResponse(404, `unknown stream "${id.slice(0, 32)}"; it must be one of ${providers.join(', ')}`);
        }
        states.set(id, undisturbed);
        onChange(id);
        return { status: 204, body: '' };
      },
    },
  };
}
