import { rpcServerConfig } from '@assay/runtime/config';
import { serviceAddresses } from '@assay/runtime/service-address';

/** The gate's own settings. They contain no limits, because callers send their limits with each trade. */
export const gateConfig = rpcServerConfig.extend({
  ASSAY_ENGINE_ADDRESS: serviceAddresses.describe(
    'host:port of the engine. The service distributes its calls over all addresses of the name, or over a list of addresses separated by commas.',
  ),
});
