import type { BillingServiceDefinition } from '@assay/rpc/gen/assay/billing/v1/BillingService';
import type { DashboardServiceDefinition } from '@assay/rpc/gen/assay/dashboard/v1/DashboardService';
import type { ServiceClient } from '@assay/rpc/methods';
import type { OperatorAccess } from '@assay/rpc/operator-access';
import { createOperatorAccess } from '@assay/runtime/operator-access';
import { createOperatorLookup } from '@assay/runtime/operator-lookup';
import type { ServiceTools } from '@assay/runtime/run';

const operatorMethods = [
  'CreateSignInLink',
  'GetDiagnosis',
] as const satisfies readonly (keyof DashboardServiceDefinition)[];

/**
 * Returns who may call the operator methods of the dashboard. Billing stores the named operators and the audit table.
 */
export function composeOperators(
  rootToken: string,
  billing: Pick<ServiceClient<BillingServiceDefinition>, 'FindOperator' | 'RecordOperatorAction'>,
  tools: Pick<ServiceTools, 'log' | 'metrics'>,
): OperatorAccess {
  return createOperatorAccess(
    {
      service: 'dashboard',
      names: operatorMethods,
      rootToken,
      ...createOperatorLookup(billing),
      argumentsOf: (_method, request) => ({ ...(request as Record<string, unknown>) }),
    },
    tools,
  );
}
