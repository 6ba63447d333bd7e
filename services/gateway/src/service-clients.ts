import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { EngineServiceDefinition } from '@assay/rpc/gen/assay/engine/v1/EngineService';
import type { GateServiceDefinition } from '@assay/rpc/gen/assay/gate/v1/GateService';
import type { ResolverServiceDefinition } from '@assay/rpc/gen/assay/resolver/v1/ResolverService';
import type { WatchServiceDefinition } from '@assay/rpc/gen/assay/watch/v1/WatchService';
import type { ServiceClient } from '@assay/rpc/methods';

/** What the gateway asks of billing. */
export type Billing = Pick<ServiceClient<BillingServiceDefinition>, 'Admit' | 'Hold' | 'Settle' | 'Confirm'>;

/** What the gateway asks of the engine. */
export type Engine = Pick<
  ServiceClient<EngineServiceDefinition>,
  'Verify' | 'RecordUnresolved' | 'RecordGate' | 'ListTypes'
>;

/** What the gateway asks of the resolver. */
export type Resolver = Pick<ServiceClient<ResolverServiceDefinition>, 'Resolve'>;

/** What the gateway asks of the gate. */
export type Gate = Pick<ServiceClient<GateServiceDefinition>, 'Judge'>;

/** What the gateway asks of the watch service. */
export type Watches = Pick<ServiceClient<WatchServiceDefinition>, 'CreateWatch' | 'ListWatches' | 'DeleteWatch'>;

/** The services behind the gateway. */
export type Peers = {
  readonly billing: Billing;
  readonly engine: Engine;
  readonly resolver: Resolver;
  readonly gate: Gate;
  readonly watches: Watches;
};
