import { schemas } from './gen/schemas.ts';

/** The HTTP request that performs the call of a tool. */
export type ToolRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

type Arguments = Readonly<Record<string, unknown>>;

/** A tool: its description for a model, and the HTTP request that performs it. */
export type AssayTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: object;
  readonly output: object;
  /** The name of a field that every answer of the service has; null for an operation whose answer has no body. */
  readonly field: string | null;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
  readonly request: (args: Arguments) => ToolRequest;
};

/**
 * Hints of a tool that only reads. `openWorldHint`: the answer depends on sources outside Assay. The other hints do not
 * apply to read-only tools.
 */
const reading = { readOnlyHint: true, openWorldHint: true };
const nothing = { type: 'object', properties: {} };
const oneText = (name: string, description: string): object => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [name],
});
const pageInput = {
  type: 'object',
  properties: { limit: { type: 'integer' }, cursor: { type: 'string' } },
};
const absent: readonly unknown[] = [undefined, null];
/** Returns the query string of a page. A null argument counts as absent. */
const pageQuery = (args: Arguments): string => {
  const given = ['limit', 'cursor'].flatMap((name): [string, string][] => {
    const value = args[name];
    return absent.includes(value) ? [] : [[name, String(value)]];
  });
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
};
const pathPart = (value: unknown): string => encodeURIComponent(String(value));

/** The meaning of the levels. Each tool repeats it, because some clients show a model the tools but not the instructions. */
const levels =
  'Levels: anchored (an authoritative reference agrees), consensus (independent sources agree), single_source ' +
  '(unconfirmed).';

/** The tools in a fixed order. A model reads all descriptions on every call, so they must be short. */
export const tools: readonly AssayTool[] = [
  {
    name: 'ask',
    title: 'Ask in words',
    description:
      'Answers a question about a price, funding rate, player or follower count, or Solana state. Prefer ' +
      `get_data for a type of list_types. ${levels} Costs credits.`,
    input: schemas.ask.input,
    output: schemas.ask.output,
    field: 'debitedCredits',
    annotations: reading,
    request: (body) => ({ method: 'POST', path: '/v1/ask', body }),
  },
  {
    name: 'get_data',
    title: 'Get a data type',
    description:
      'Gets one data type with exact parameters; list_types has their schema. Levels are those of ask. Costs credits.',
    input: schemas.get_data.input,
    output: schemas.get_data.output,
    field: 'debitedCredits',
    annotations: reading,
    request: (body) => ({ method: 'POST', path: '/v1/get_data', body }),
  },
  {
    name: 'list_types',
    title: 'List data types',
    description: 'Lists the data types with the schema of their parameters, highest level now and price. Free.',
    input: nothing,
    output: schemas.list_types.output,
    field: 'types',
    annotations: reading,
    request: () => ({ method: 'GET', path: '/v1/types' }),
  },
  {
    name: 'gate',
    title: 'Check a swap',
    description:
      'Checks a swap against limits that the user gave; never invent them. Call it before any swap is signed: sign on ' +
      'allow, ask the user on allow_with_caveat, never sign on refuse. Costs credits.',
    input: schemas.gate.input,
    output: schemas.gate.output,
    field: 'decision',
    annotations: reading,
    request: (body) => ({ method: 'POST', path: '/v1/gate', body }),
  },
  {
    name: 'create_watch',
    title: 'Create a watch',
    description:
      'Notifies a webhook when a verified value on Solana changes. Give the user webhookSecret: it is shown once. Each ' +
      'notification costs credits.',
    input: schemas.create_watch.input,
    output: schemas.create_watch.output,
    field: 'webhookSecret',
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    request: (body) => ({ method: 'POST', path: '/v1/watch', body }),
  },
  {
    name: 'list_watches',
    title: 'List watches',
    description: "Lists the account's watches and their last deliveries. Free.",
    input: pageInput,
    output: schemas.list_watches.output,
    field: 'watches',
    annotations: { ...reading, openWorldHint: false },
    request: (args) => ({ method: 'GET', path: `/v1/watch${pageQuery(args)}` }),
  },
  {
    name: 'delete_watch',
    title: 'Delete a watch',
    description: 'Deletes a watch for good. Ask the user first. Free.',
    input: oneText('id', 'The id of the watch.'),
    output: { type: 'object', properties: {} },
    field: null,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    request: ({ id }) => ({ method: 'DELETE', path: `/v1/watch/${pathPart(id)}` }),
  },
  {
    name: 'explain',
    title: 'Explain an answer',
    description: "An answer's sources, level and cost, or an error's call and remedy. Ready after 2 s. Free.",
    input: oneText('traceId', 'The traceId.'),
    output: schemas.explain.output,
    field: 'traceId',
    annotations: { ...reading, openWorldHint: false },
    request: ({ traceId }) => ({ method: 'GET', path: `/v1/traces/${pathPart(traceId)}` }),
  },
];

/** What a model should know before it uses the tools. */
export const instructions =
  'Every answer has a level: anchored (agrees with an independent authoritative reference), consensus (agrees with ' +
  'independent sources) or single_source (nobody confirmed it). Report the level with the value. "refused" means that a ' +
  'source answered below the required level, and "no_source" that nothing measures it: both are results. Do not replace ' +
  'them with a value of your own, and do not lower minLevel unless the user asks.';
