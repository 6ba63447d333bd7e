import { z } from 'zod';
import { natsConfig, port } from '@assay/service/config';
import { markupConfig } from '@assay/service/markup';

const address = z.string().regex(/^\S+:\d+(,\S+:\d+)*$/, 'must be host:port, several separated by commas');

/** The gateway's own settings, in addition to those of every service. */
export const gatewayConfig = z.object({
  ASSAY_PORT: port.default(8080).describe('Port of the public HTTP API; 0 takes a free one.'),
  ASSAY_MODE: z
    .enum(['live', 'sandbox'])
    .default('live')
    .describe('sandbox marks every response with x-assay-mode: the sources are simulated.'),
  ASSAY_BILLING_ADDRESS: address.describe('host:port of billing; a name with several addresses, or a list, balances.'),
  ASSAY_ENGINE_ADDRESS: address.describe('host:port of the engine, as for billing.'),
  ASSAY_GATE_ADDRESS: address.describe('host:port of the gate, as for billing.'),
  ASSAY_RESOLVER_ADDRESS: address.describe('host:port of the resolver, as for billing.'),
  ASSAY_WATCH_ADDRESS: address.describe('host:port of the watch service, as for billing.'),
  ...natsConfig.shape,
  ...markupConfig.shape,
});

/** The gateway's parsed settings. The markup is in basis points. */
export type GatewayConfig = z.infer<typeof gatewayConfig>;
