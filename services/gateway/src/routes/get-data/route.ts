import { parseParams } from '@assay/catalog/params';
import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { newHold } from '../../admission/metered-call.ts';
import { servableOrFault } from '../../catalog-cache.ts';
import { minLevelOf } from '../min-level.ts';
import { paramsFault } from '../params-fault.ts';
import { defineRoute } from '../../route.ts';
import { anyParams, deliveryBody, minLevel, noSourceBody, refusalBody } from '../../answers/schemas.ts';
import { verifiedReply } from '../../answers/verified-reply.ts';

const body = z.object({
  type: z.string().regex(/\S/).describe('A data type; GET /v1/types lists those that can be served now.'),
  params: anyParams.optional(),
  minLevel: minLevel.optional(),
});

export default defineRoute({
  method: 'POST',
  path: '/v1/get_data',
  needsKey: true,
  body,
  document: {
    id: 'getData',
    summary: 'A data type with parameters',
    description: 'Calls a data type directly, without a question in words. The same call always has the same meaning.',
    responses: {
      200: {
        description:
          'A delivery with its verification, or no_source: the parameters are valid, and no source knows the entity.',
        schema: z.union([deliveryBody, noSourceBody]),
      },
      409: { description: 'A refusal: no answer reached the required level.', schema: refusalBody },
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
  prepare: ({ body: given }, tools) => {
    const typeId = given['type'];
    if (typeof typeId !== 'string' || !/\S/.test(typeId)) {
      throw new Fault('MISSING_TYPE');
    }
    const servable = servableOrFault(tools.catalog, typeId);
    const required = minLevelOf(given['minLevel']);
    // This is the caller's own object. A copy could lose a name such as __proto__, which must be refused.
    const named = given['params'] ?? {};
    if (typeof named !== 'object' || Array.isArray(named)) {
      throw new Fault(
        'INVALID_PARAM',
        'params must be an object with the type\'s parameters, such as {"symbol": "BTC"}',
        {
          extra: { param: 'params', type: servable.type.id },
        },
      );
    }
    const record = named as Readonly<Record<string, unknown>>;
    const parsed = parseParams(servable.type, record);
    if (!parsed.ok) {
      throw paramsFault(parsed, servable.type.id, record);
    }
    const hold = newHold(`get_data ${servable.type.id}`, servable.maxDebitMicros);
    const question = { type: servable.type.id, params: parsed.params, minLevel: required };
    return { hold, run: (call, admitted) => verifiedReply(tools, call, admitted, hold, question) };
  },
});
