import { z } from 'zod';

/**
 * The schema of a direct call's parameters. It accepts any names, because the schema of the data type checks them later. It
 * passes on the caller's own object: a copy could lose a name such as __proto__, which must be refused.
 */
export const anyParams = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object with the type\'s parameters, such as {"symbol": "BTC"}',
  )
  .describe("The type's parameters.")
  .meta({ type: 'object' });
