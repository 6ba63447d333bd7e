import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { GateServiceDefinition } from '@assay/rpc/gen/assay/gate/v1/GateService';
import type { ResolverServiceDefinition } from '@assay/rpc/gen/assay/resolver/v1/ResolverService';
import type { WatchServiceDefinition } from '@assay/rpc/gen/assay/watch/v1/WatchService';
import type { ServiceClient } from '@assay/rpc/methods';

/** The methods of billing that the gateway calls. */
export type BillingClient = Pick<
  ServiceClient<BillingServiceDefinition>,
  'Admit' | 'Hold' | 'Settle' | 'Confirm' | 'BeginIdempotentCall' | 'FinishIdempotentCall' | 'GetAccountCharges'
>;

/** The methods of the engine that the gateway calls. */
export type EngineClient = Pick<
  ServiceClient<EngineServiceDefinition>,
  'Verify' | 'RecordUnresolved' | 'RecordFailedCalls' | 'RecordGate' | 'ListTypes' | 'GetAccountDecisions'
>;

/** The methods of the resolver that the gateway calls. */
export type ResolverClient = Pick<ServiceClient<ResolverServiceDefinition>, 'Resolve'>;

/** The methods of the gate that the gateway calls. */
export type GateClient = Pick<ServiceClient<GateServiceDefinition>, 'Judge'>;

/** The methods of the watch service that the gateway calls. */
export type WatchClient = Pick<ServiceClient<WatchServiceDefinition>, 'CreateWatch' | 'ListWatches' | 'DeleteWatch'>;

/** The gateway's clients of the services behind it. */
export type ServiceClients = {
  readonly billing: BillingClient;
  readonly engine: EngineClient;
  readonly resolver: ResolverClient;
  readonly gate: GateClient;
  readonly watches: WatchClient;
};
