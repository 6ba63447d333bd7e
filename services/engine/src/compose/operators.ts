import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import type { OperatorAccess } from '@assay/rpc/operator-access';
import { createOperatorAccess } from '@assay/runtime/operator-access';
import { createOperatorLookup, type OperatorLookup } from '@assay/runtime/operator-lookup';
import type { ServiceTools } from '@assay/runtime/run';
import type { EngineConfig } from '../config.ts';

const rootOnly: OperatorLookup = { findOperator: async () => undefined, record: async () => undefined };

/**
 * Returns who may call the engine's operator methods. Billing knows the named operators and stores the audit table. The
 * engine checks the operator root without asking billing, so that root can read decisions during an outage of billing.
 */
export function composeOperators(
  config: Pick<EngineConfig, 'ASSAY_ADMIN_TOKEN' | 'ASSAY_BILLING_ADDRESS'>,
  tools: Pick<ServiceTools, 'log' | 'metrics' | 'defer' | 'identity'>,
): OperatorAccess {
  return createOperatorAccess(
    {
      service: 'engine',
      names: ['GetDecision', 'GetIndependence', 'GetDiagnosis'],
      rootToken: config.ASSAY_ADMIN_TOKEN,
      ...lookupOf(config.ASSAY_BILLING_ADDRESS, tools),
      argumentsOf: (_method, request) => ({ ...(request as Record<string, unknown>) }),
    },
    tools,
  );
}

function lookupOf(address: string | undefined, tools: Pick<ServiceTools, 'defer' | 'identity'>): OperatorLookup {
  if (address === undefined) {
    return rootOnly;
  }
  const billing = connect(services.billing, address, { identity: tools.identity });
  tools.defer('billing client', billing.close);
  return createOperatorLookup(billing.methods);
}
