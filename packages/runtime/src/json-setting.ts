import { z } from 'zod';

/**
 * Returns the schema of a setting that is JSON text. An absent setting counts as an empty object. Error messages never
 * contain the text, because it may contain keys.
 * @param example a valid text, for the error message.
 */
export function jsonSetting<Schema extends z.ZodType>(schema: Schema, example: string) {
  return z
    .string()
    .default('{}')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: `must be JSON such as ${example}` });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

const nodeName = z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be a name such as node-a');

/** A setting that maps the names of the chain's nodes to their JSON-RPC URLs, in the order of preference. */
export const nodeUrls = jsonSetting(
  z.record(nodeName, z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })),
  '{"node-a":"http://localhost:8899"}',
);

/** A setting that maps the names of the chain's nodes to their WebSocket URLs. */
export const nodeStreamUrls = jsonSetting(
  z.record(nodeName, z.url({ protocol: /^wss?$/, error: 'must be a ws or wss URL' })),
  '{"node-a":"ws://localhost:8900"}',
);
