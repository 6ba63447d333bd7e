import { rpcServerConfig } from '@assay/service/config';
import { z } from 'zod';

/** The gate's own settings. It has no limits to configure: callers send them with each trade. */
export const gateConfig = rpcServerConfig.extend({
  ASSAY_ENGINE_ADDRESS: z
    .string()
    .regex(/^\S+:\d+(,\S+:\d+)*$/, 'must be host:port, several separated by commas')
    .describe(
      'host:port of the engine. Calls are balanced over the addresses of a name, or over a list separated by commas.',
    ),
});
