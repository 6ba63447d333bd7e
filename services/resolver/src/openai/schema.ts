import type { Catalog } from '@assay/catalog/catalog';
import { z } from 'zod';
import { fillableParams } from './prompt.ts';

/** The schema of an endpoint's answer. */
export const answerSchema = z.strictObject({
  type: z.string(),
  params: z.record(z.string(), z.string().max(300).nullable()),
  confidence: z.number().min(0).max(1),
});

/** An answer of the right shape. `checkAnswer` checks its type and its parameters. */
export type ModelAnswer = z.infer<typeof answerSchema>;

/**
 * Returns the catalog as a strict JSON schema. The type must be a type of the catalog or "none". In strict mode, an
 * answer must contain every property. So it contains the parameters of all types, and those of other types are null.
 */
export function responseFormat(catalog: Catalog): Record<string, unknown> {
  const names = [...new Set([...catalog.keys()].flatMap((id) => fillableParams(catalog, id)))].toSorted();
  return {
    type: 'json_schema',
    json_schema: {
      name: 'resolution',
      strict: true,
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['type', 'params', 'confidence'],
        properties: {
          type: { type: 'string', enum: [...catalog.keys(), 'none'] },
          params: {
            type: 'object',
            additionalProperties: false,
            required: names,
            properties: Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }])),
          },
          confidence: { type: 'number' },
        },
      },
    },
  };
}
