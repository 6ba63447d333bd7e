import { z } from 'zod';

/**
 * The schema of the parameters of a call that names its data type. It accepts any names, because the schema of the data
 * type checks them later. It returns the caller's own object and not a copy: a copy could lose a name such as
 * __proto__, which the later check must refuse.
 */
export const anyParams = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object with the type\'s parameters, such as {"symbol": "BTC"}',
  )
  .describe("The type's parameters.")
  .meta({ type: 'object' });
