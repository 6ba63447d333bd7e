import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { Fault } from '@assay/faults/faults';
import type { OperatorEndpoints } from './endpoints.ts';

const callTimeoutMs = 10_000;

type Billing = ReturnType<typeof connect<typeof services.billing>>['methods'];
type Engine = ReturnType<typeof connect<typeof services.engine>>['methods'];
type Dashboard = ReturnType<typeof connect<typeof services.dashboard>>['methods'];
type Watch = ReturnType<typeof connect<typeof services.watch>>['methods'];

/** Returns the call context of one operator command: no parent trace, and a timeout of ten seconds. */
export function callContext(): ReturnType<typeof rootContext> {
  return rootContext(callTimeoutMs);
}

function optionsOf({ adminToken, identity }: OperatorEndpoints): { adminToken: string; identity?: Identity } {
  return identity === undefined ? { adminToken } : { adminToken, identity };
}

/** Connects to billing for the duration of `work`. Rejects with a message for an operator. */
export async function withBilling<Result>(
  endpoints: OperatorEndpoints,
  work: (billing: Billing) => Promise<Result>,
): Promise<Result> {
  const client = connect(services.billing, endpoints.billingAddress, optionsOf(endpoints));
  try {
    return await work(client.methods);
  } catch (error) {
    throw explain(error, 'billing', endpoints.billingAddress);
  } finally {
    client.close();
  }
}

/** Connects to the engine for the duration of `work`. Rejects with a message for an operator. */
export async function withEngine<Result>(
  endpoints: OperatorEndpoints,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  const client = connect(services.engine, endpoints.engineAddress, optionsOf(endpoints));
  try {
    return await work(client.methods);
  } catch (error) {
    throw explain(error, 'the engine', endpoints.engineAddress);
  } finally {
    client.close();
  }
}

/** Connects to the watch service for the duration of `work`. Rejects with a message for an operator. */
export async function withWatch<Result>(
  address: string,
  endpoints: OperatorEndpoints,
  work: (watch: Watch) => Promise<Result>,
): Promise<Result> {
  const client = connect(services.watch, address, optionsOf(endpoints));
  try {
    return await work(client.methods);
  } catch (error) {
    throw explain(error, 'the watch service', address);
  } finally {
    client.close();
  }
}

/** Connects to the dashboard for the duration of `work`. Rejects with a message for an operator. */
export async function withDashboard<Result>(
  endpoints: OperatorEndpoints,
  work: (dashboard: Dashboard) => Promise<Result>,
): Promise<Result> {
  const { dashboardAddress = '' } = endpoints;
  if (dashboardAddress === '') {
    throw new Error('no dashboard is known. Set ASSAY_DASHBOARD_ADDRESS to the host:port of its operator methods');
  }
  const client = connect(services.dashboard, dashboardAddress, optionsOf(endpoints));
  try {
    return await work(client.methods);
  } catch (error) {
    throw explain(error, 'the dashboard', dashboardAddress);
  } finally {
    client.close();
  }
}

/**
 * Translates a failure into an error for an operator. The messages of the fault table are for API callers and name neither
 * the service nor the token.
 */
function explain(error: unknown, service: string, address: string): unknown {
  if (!(error instanceof Fault)) {
    return error;
  }
  switch (error.code) {
    case 'UNAVAILABLE':
    case 'DEADLINE_EXCEEDED':
      return new Error(`${service} at ${address} does not answer. Check that it runs`);
    case 'FORBIDDEN':
      return new Error(
        `${service} at ${address} refuses this operator token. Check ASSAY_ADMIN_TOKEN: it must be the token of an operator who is not revoked`,
      );
    case 'INTERNAL':
      return new Error(`${service} failed on this command. Its log has the cause`);
    default:
      return new Error(error.message);
  }
}
