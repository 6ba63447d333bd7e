import { anyParams } from '@assay/catalog/bodies/any-fields';
import { minLevelField } from '@assay/catalog/bodies/level-field';
import type { Catalog } from '@assay/catalog/catalog';
import { parseParams } from '@assay/catalog/params';
import { z } from 'zod';
import { newHold } from '@assay/metering/hold';
import { servableOrFault } from '../../catalog-cache.ts';
import { paramsFault } from '../params-fault.ts';
import { defineBodyRoute } from '../../route.ts';
import { deliveryBody, noSourceBody, refusalBody } from '../../answers/answer-bodies.ts';
import { verifiedReply } from '../../answers/verified-reply.ts';

const bodyOf = (catalog: Catalog) =>
  z.strictObject({
    type: z.enum([...catalog.keys()]).describe('A data type; GET /v1/types lists those that can be served now.'),
    params: anyParams.optional(),
    minLevel: minLevelField.optional(),
  });

export default defineBodyRoute({
  method: 'POST',
  path: '/v1/get_data',
  needsKey: true,
  body: {
    schemaOf: bodyOf,
    checkSubject: ({ type }, { catalog }) => void servableOrFault(catalog, String(type)),
  },
  document: {
    id: 'getData',
    summary: 'Get a data type with parameters',
    description: 'Calls a data type directly, without a question in words. The same call always has the same meaning.',
    responses: {
      200: {
        description:
          'A delivered answer with its verification, or a no_source answer because no source knows the subject of the valid parameters.',
        schema: z.union([deliveryBody, noSourceBody]),
      },
      409: { description: 'A refusal, because no answer reached the required level.', schema: refusalBody },
    },
    faults: [
      'MISSING_TYPE',
      'TYPE_NOT_FOUND',
      'BAD_MIN_LEVEL',
      'INVALID_PARAM',
      'MISSING_PARAM',
      'INSUFFICIENT_CREDITS',
    ],
  },
  prepare: ({ body: { type, params = {}, minLevel = 'single_source' } }, tools) => {
    const servable = servableOrFault(tools.catalog, type);
    const parsed = parseParams(servable.type, params);
    if (!parsed.ok) {
      throw paramsFault(parsed, type, params);
    }
    const hold = newHold(`get_data ${type}`, servable.maxDebitMicros);
    const question = { type: servable.type, params: parsed.params, minLevel };
    return { hold, run: (call, admitted) => verifiedReply(tools, call, admitted, hold, question) };
  },
});
