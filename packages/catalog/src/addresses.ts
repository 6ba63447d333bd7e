import { z } from 'zod';
import { decodeAddress } from './base58.ts';

/**
 * Returns the schema of a parameter that is a Solana address: 32 bytes in base58. The address is case-sensitive, as
 * base58 is. Surrounding spaces are dropped.
 * @param paramDescription description of the parameter, for the documentation.
 */
export function addressParam(paramDescription: string) {
  return z
    .string('must be an address: 32 bytes in base58')
    .trim()
    .refine((text) => decodeAddress(text) !== undefined, 'must be an address: 32 bytes in base58, 32 to 44 characters')
    .describe(paramDescription);
}

/** The schema of an address in a datum. */
export const address = z.string();

/** The slot at which the chain was read. */
export const slot = z.int().nonnegative().describe('The slot at which the chain was read.');

/** An amount in base units, as text, because it may exceed 2^53. */
export const baseUnits = z.string().regex(/^(0|[1-9]\d*)$/, 'must be a whole number in base units');
