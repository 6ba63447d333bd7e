import { z } from 'zod';

/**
 * A setting that is JSON text, read by a schema; an empty object when absent. Its messages never repeat the text, which may
 * hold keys.
 * @param example what would be right, for the message.
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

/** Names of the chain's nodes to the URLs of their JSON-RPC, in the order of preference. */
export const nodeUrls = jsonSetting(
  z.record(nodeName, z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })),
  '{"node-a":"http://localhost:8899"}',
);

/** Names of the chain's nodes to the URLs of their WebSockets. */
export const nodeStreamUrls = jsonSetting(
  z.record(nodeName, z.url({ protocol: /^wss?$/, error: 'must be a ws or wss URL' })),
  '{"node-a":"ws://localhost:8900"}',
);
