import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import type { OperatorAccess } from '@assay/rpc/operator-access';
import { createOperatorAccess } from '@assay/runtime/operator-access';
import { createOperatorLookup } from '@assay/runtime/operator-lookup';
import type { ServiceTools } from '@assay/runtime/run';
import type { WatchConfig } from './config.ts';

/**
 * Returns who may call the operator methods of the watch service. Billing knows the named operators and stores the
 * audit table. The service checks the operator root without asking billing.
 */
export function composeOperators(
  config: Pick<WatchConfig, 'ASSAY_ADMIN_TOKEN' | 'ASSAY_BILLING_ADDRESS'>,
  tools: Pick<ServiceTools, 'log' | 'metrics' | 'defer' | 'identity'>,
): OperatorAccess {
  const billing = connect(services.billing, config.ASSAY_BILLING_ADDRESS, { identity: tools.identity });
  tools.defer('billing client of operators', billing.close);
  return createOperatorAccess(
    {
      service: 'watch',
      names: ['GetDelivery', 'BrowseWatches', 'GetDiagnosis'],
      rootToken: config.ASSAY_ADMIN_TOKEN,
      ...createOperatorLookup(billing.methods),
      argumentsOf: (_method, request) => ({ ...(request as Record<string, unknown>) }),
    },
    tools,
  );
}
