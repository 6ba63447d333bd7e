import { z } from 'zod';
import type { Reading } from './change-detector.ts';

const lamports = z.union([z.number().int().nonnegative(), z.string().regex(/^\d+$/)]).transform(String);

/** An account as nodes write it, with its data in base64. */
export const accountAnswer = z.object({
  lamports,
  owner: z.string(),
  executable: z.boolean(),
  data: z.tuple([z.string(), z.literal('base64')]).transform(([data]) => data),
});

const answer = z.object({
  result: z
    .object({
      context: z.object({ slot: z.number().int().nonnegative() }),
      value: z.array(accountAnswer.nullable()),
    })
    .optional(),
  error: z.object({ code: z.number() }).optional(),
});

/**
 * Parses JSON of a node. Lamports of more than fifteen digits are kept as text, since a number would lose their last ones.
 * A quote inside a JSON string is escaped, so no text of an account can look like the field.
 */
export function parseNodeJson(text: string): unknown {
  return JSON.parse(text.replaceAll(/"lamports":\s*(\d{16,})/g, '"lamports":"$1"'));
}

/** Reads the answer to getMultipleAccounts. Throws an error that shows nothing of where it came from. */
export function readAccounts(text: string, addresses: readonly string[]): Reading {
  let parsed: ReturnType<typeof answer.safeParse>;
  try {
    parsed = answer.safeParse(parseNodeJson(text));
  } catch {
    throw new Error('the node did not answer with JSON');
  }
  if (!parsed.success) {
    throw new Error('the node did not answer in the form of JSON-RPC');
  }
  const { result, error } = parsed.data;
  if (result === undefined) {
    throw new Error(`the node answered with error ${error?.code ?? 'unknown'}`);
  }
  if (result.value.length !== addresses.length) {
    throw new Error('the node answered about another number of accounts than it was asked for');
  }
  return {
    slot: BigInt(result.context.slot),
    accounts: new Map(addresses.map((address, index) => [address, result.value[index] ?? null])),
  };
}
