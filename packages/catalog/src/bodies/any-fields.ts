import { z } from 'zod';

/**
 * Parameters of a direct call. Their names depend on the type, whose own schema checks them. It is the caller's own object: a
 * copy could lose a name such as __proto__, which must be refused.
 */
export const anyParams = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object with the type\'s parameters, such as {"symbol": "BTC"}',
  )
  .describe("The type's parameters.")
  .meta({ type: 'object' });
