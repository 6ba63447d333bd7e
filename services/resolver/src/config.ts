import { rpcServerConfig } from '@assay/service/config';
import { z } from 'zod';

/** The resolver's own settings. Without a URL the embedded model decides alone. */
export const resolverConfig = rpcServerConfig.extend({
  ASSAY_RESOLVER_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Base URL of an OpenAI-compatible endpoint, such as http://localhost:11434/v1; absent: the embedded model.',
    ),
  ASSAY_RESOLVER_MODEL: z.string().min(1).default('default').describe('Name of the model to ask at that endpoint.'),
  ASSAY_RESOLVER_KEY: z.string().min(1).optional().describe('Key of that endpoint, sent as a bearer token.'),
  ASSAY_RESOLVER_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(30_000)
    .default(2_500)
    .describe('How long the endpoint may take before the embedded model decides.'),
  ASSAY_RESOLVER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(16)
    .describe('Questions that may be at the endpoint at one time; one more is decided by the embedded model.'),
});
