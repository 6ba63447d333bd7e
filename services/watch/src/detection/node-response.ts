import { maxSlot } from '@assay/solana/nodes/chain-tip';
import { z } from 'zod';
import type { AccountsSnapshot } from './accounts.ts';

/** Maximum length of an address: 32 bytes in base58. */
const maxAddressLength = 44;

const lamports = z.union([z.number().int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(String);

/** Schema of the slot of a response. */
export const slotResponse = z.number().int().nonnegative().max(maxSlot);

/** Schema of an account in a node's response, with its data in base64. */
export const accountResponse = z.object({
  lamports,
  owner: z.string().max(maxAddressLength),
  executable: z.boolean(),
  data: z.tuple([z.string(), z.literal('base64')]).transform(([data]) => data),
});

const accountsResponse = z.object({
  result: z
    .object({
      context: z.object({ slot: slotResponse }),
      value: z.array(accountResponse.nullable()),
    })
    .nullish(),
  // Some nodes write `"error": null` alongside a result, as JSON-RPC 1.0 did.
  error: z.object({ code: z.number() }).nullish().catch(undefined),
});

/**
 * Parses a node's JSON. Lamports with more than fifteen digits become text, because a number would lose digits. JSON
 * escapes quotes inside strings, so no text of an account can look like the field `lamports`.
 */
export function parseNodeJson(text: string): unknown {
  return JSON.parse(text.replaceAll(/"lamports":\s*(\d{16,})/g, '"lamports":"$1"'));
}

/**
 * Returns the accounts of a response to getMultipleAccounts. Throws an error without any text of the response, because
 * a response may contain host names.
 * @param addresses the addresses of the request, in its order.
 */
export function parseAccounts(text: string, addresses: readonly string[]): AccountsSnapshot {
  let parsed: ReturnType<typeof accountsResponse.safeParse>;
  try {
    parsed = accountsResponse.safeParse(parseNodeJson(text));
  } catch {
    throw new Error('the node did not answer with JSON');
  }
  if (!parsed.success) {
    throw new Error('the node did not answer in the form of JSON-RPC');
  }
  const { result, error } = parsed.data;
  if (result === undefined || result === null) {
    throw new Error(`the node answered with error ${error?.code ?? 'unknown'}`);
  }
  if (result.value.length !== addresses.length) {
    throw new Error('the node answered with a different number of accounts than requested');
  }
  return {
    slot: BigInt(result.context.slot),
    accounts: new Map(addresses.map((address, index) => [address, result.value[index] ?? null])),
  };
}
