import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import { services } from '@assay/rpc/load';
import { Fault } from '@assay/faults/faults';
import type { Reach } from './reach.ts';

const callTimeoutMs = 10_000;

type Billing = ReturnType<typeof connect<typeof services.billing>>['methods'];
type Engine = ReturnType<typeof connect<typeof services.engine>>['methods'];
type Watch = ReturnType<typeof connect<typeof services.watch>>['methods'];

/** The context of one operator call: no trace above it, ten seconds of time. */
export function callContext(): ReturnType<typeof rootContext> {
  return rootContext(callTimeoutMs);
}

/** Lends billing's methods for one piece of work. Rejects with a sentence for an operator. */
export async function withBilling<Result>(reach: Reach, work: (billing: Billing) => Promise<Result>): Promise<Result> {
  const client = connect(services.billing, reach.billingAddress, { adminToken: reach.adminToken });
  try {
    return await work(client.methods);
  } catch (error) {
    throw explained(error, 'billing', reach.billingAddress);
  } finally {
    client.close();
  }
}

/** Lends the engine's methods for one piece of work. Rejects with a sentence for an operator. */
export async function withEngine<Result>(reach: Reach, work: (engine: Engine) => Promise<Result>): Promise<Result> {
  const client = connect(services.engine, reach.engineAddress, { adminToken: reach.adminToken });
  try {
    return await work(client.methods);
  } catch (error) {
    throw explained(error, 'the engine', reach.engineAddress);
  } finally {
    client.close();
  }
}

/** Lends the watch service's methods for one piece of work. Rejects with a sentence for an operator. */
export async function withWatch<Result>(address: string, work: (watch: Watch) => Promise<Result>): Promise<Result> {
  const client = connect(services.watch, address);
  try {
    return await work(client.methods);
  } catch (error) {
    throw explained(error, 'the watch service', address);
  } finally {
    client.close();
  }
}

/** The fault table's sentences are for callers of the API; an operator needs to know which service and which token. */
function explained(error: unknown, service: string, address: string): unknown {
  if (!(error instanceof Fault)) {
    return error;
  }
  switch (error.code) {
    case 'UNAVAILABLE':
    case 'DEADLINE_EXCEEDED':
      return new Error(`${service} at ${address} does not answer; is it running?`);
    case 'FORBIDDEN':
      return new Error(`${service} at ${address} does not accept this operator token (ASSAY_ADMIN_TOKEN)`);
    case 'INTERNAL':
      return new Error(`${service} broke on this command; its log says more`);
    default:
      return new Error(error.message);
  }
}
