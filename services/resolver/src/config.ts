import { rpcServerConfig } from '@assay/runtime/config';
import { z } from 'zod';
import { doubtBand } from './cascade.ts';

/** The settings of the resolver. Without a URL of an endpoint, the embedded model decides every question. */
export const resolverConfig = rpcServerConfig.extend({
  ASSAY_RESOLVER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base URL of an OpenAI-compatible endpoint, such as http://localhost:11434/v1. Without an endpoint the embedded model reads every question.',
    ),
  ASSAY_RESOLVER_MODEL: z.string().min(1).default('default').describe('Name of the model at that endpoint.'),
  ASSAY_RESOLVER_KEY: z.string().min(1).optional().describe('Key of that endpoint, sent as a bearer token.'),
  ASSAY_RESOLVER_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(30_000)
    .default(2_500)
    .describe(
      'Maximum time of a call to the endpoint, in milliseconds. After this time the embedded model reads the question.',
    ),
  ASSAY_RESOLVER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(16)
    .describe('Maximum number of calls in flight at the endpoint. The embedded model reads all further questions.'),
  ASSAY_RESOLVER_DOUBT: doubtBand
    .prefault('0.1-0.97')
    .describe(
      'Range of the probability of the best candidate of the embedded model. The endpoint answers the questions in this range, and the embedded model answers all other questions. 0-1 sends every question to the endpoint.',
    ),
});
