import { levels } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { creditsField, typeField } from '../../answers/body-fields.ts';
import { defineRoute } from '../../route.ts';

/** A data type that can be served now. */
const catalogEntry = z.strictObject({
  type: typeField,
  description: z.string(),
  providers: z.number().int().min(0).describe('The number of independent groups of providers that are healthy now.'),
  requiredParams: z.array(z.string()),
  optionalParams: z.array(z.string()),
  params: z
    .record(z.string(), z.unknown())
    .describe('The JSON Schema of the parameters, with the meaning of each parameter and its allowed values.'),
  maxLevel: z.enum(levels).describe('The highest level that can be reached now.'),
  capReason: z
    .string()
    .nullable()
    .describe('The reason why checking cannot reach a higher level; null if nothing limits the level.'),
  maxDebitCredits: creditsField('The maximum price of one call'),
});

/** The live catalog. */
const typesBody = z.strictObject({ types: z.array(catalogEntry) });

export default defineRoute({
  method: 'GET',
  path: '/v1/types',
  needsKey: true,
  document: {
    id: 'listTypes',
    summary: 'Read the live catalog',
    description:
      'Lists the data types that can be served now, each with the highest level that checking can reach and the reason ' +
      'for that limit. A type that no source can serve now is not listed.',
    responses: { 200: { description: 'The types that can be served now.', schema: typesBody } },
    faults: [],
  },
  prepare: (_input, { catalog }) => ({
    run: async () => {
      if (!catalog.known()) {
        throw new Fault('UNAVAILABLE');
      }
      return { status: 200, body: catalog.body() };
    },
  }),
});
