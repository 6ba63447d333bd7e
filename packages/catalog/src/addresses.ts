import { z } from 'zod';
import { decodeAddress } from './base58.ts';

/**
 * A parameter that is an address of the chain: 32 bytes of base58, kept letter by letter, since base58 tells upper from
 * lower case. Spaces around it are dropped.
 * @param what what stands at the address, for the documentation.
 */
export function addressParam(what: string) {
  return z
    .string('must be an address: 32 bytes in base58')
    .trim()
    .refine((text) => decodeAddress(text) !== undefined, 'must be an address: 32 bytes in base58, 32 to 44 characters')
    .describe(what);
}

/** An address in a datum. */
export const address = z.string();

/** The slot at which the chain was read. */
export const slot = z.int().nonnegative().describe('The slot at which the chain was read.');

/** An amount in base units, as text, since it may exceed what a number holds exactly. */
export const baseUnits = z.string().regex(/^(0|[1-9]\d*)$/, 'must be a whole number in base units');
