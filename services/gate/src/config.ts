import { rpcServerConfig } from '@assay/runtime/config';
import { serviceAddresses } from '@assay/runtime/service-address';

/** The gate's own settings. They contain no limits, because callers send their limits with each trade. */
export const gateConfig = rpcServerConfig.extend({
  ASSAY_ENGINE_ADDRESS: serviceAddresses.describe(
    'host:port of the engine. Calls are balanced over the addresses of a name, or over a list separated by commas.',
  ),
});
