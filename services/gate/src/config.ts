import { rpcServerConfig } from '@assay/service/config';
import { z } from 'zod';

/** The gate's own settings. It has no limit of its own to set: every limit is the caller's. */
export const gateConfig = rpcServerConfig.extend({
  ASSAY_ENGINE_ADDRESS: z
    .string()
    .regex(/^\S+:\d+(,\S+:\d+)*$/, 'must be host:port, several separated by commas')
    .describe('host:port of the engine; a name with several addresses, or a list, balances.'),
});
