import { Fault } from '@assay/faults/faults';
import { connect } from '@assay/rpc/client';
import { rootContext } from '@assay/rpc/context';
import type { Finding__Output } from '@assay/rpc/gen/assay/diagnosis/v1/Finding';
import type { Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { engineParts, partTimeoutMs, type DiagnosisChoices, type DiagnosisPart } from '@assay/diagnosis/diagnosis';
import { receivedFinding, type Finding } from '@assay/diagnosis/finding';
import type { DashboardConfig } from '../config.ts';

/** The parts of one check and the connections that they use. */
export type OpenedParts = { readonly parts: readonly DiagnosisPart[]; readonly close: () => void };

type Addresses = Pick<DashboardConfig, 'ASSAY_BILLING_ADDRESS' | 'ASSAY_ENGINE_ADDRESS' | 'ASSAY_WATCH_ADDRESS'>;

/**
 * Opens connections that carry an operator's token, for one check of the engine, billing, the watch service and this
 * dashboard. The connections that serve browsers carry no token, so that no request of a browser has the rights of an
 * operator.
 * @param checkOwn checks the dependencies of the dashboard.
 */
export function openServiceParts(
  addresses: Addresses,
  identity: Identity,
  checkOwn: () => Promise<readonly Finding[]>,
): (adminToken: string, choices: DiagnosisChoices) => OpenedParts {
  return (adminToken, { allAssets, billed }) => {
    const options = { adminToken, identity };
    const billing = connect(services.billing, addresses.ASSAY_BILLING_ADDRESS, options);
    const engine = connect(services.engine, addresses.ASSAY_ENGINE_ADDRESS, options);
    const watch = connect(services.watch, addresses.ASSAY_WATCH_ADDRESS, options);
    const context = (): ReturnType<typeof rootContext> => rootContext(partTimeoutMs);
    const parts = [
      ...engineParts.map(([title, part]) =>
        partOf(title, 'the engine', () =>
          engine.methods.GetDiagnosis({ part, all_assets: allAssets, billed }, context()),
        ),
      ),
      partOf('billing', 'billing', () => billing.methods.GetDiagnosis({}, context())),
      partOf('watch', 'the watch service', () => watch.methods.GetDiagnosis({}, context())),
      { title: 'dashboard', run: checkOwn },
    ];
    return { parts, close: () => [billing, engine, watch].forEach((client) => client.close()) };
  };
}

function partOf(
  title: string,
  service: string,
  ask: () => Promise<{ readonly findings: readonly Finding__Output[] }>,
): DiagnosisPart {
  return {
    title,
    run: async () => {
      try {
        return (await ask()).findings.map(receivedFinding);
      } catch (thrown) {
        throw explain(thrown, service);
      }
    },
  };
}

/** Returns an error that names the service but not its address, because somebody may share the page of a check. */
function explain(thrown: unknown, service: string): Error {
  switch (thrown instanceof Fault ? thrown.code : '') {
    case 'UNAVAILABLE':
    case 'DEADLINE_EXCEEDED':
      return new Error(`${service} does not answer`);
    case 'FORBIDDEN':
      return new Error(
        `${service} refuses this token. During an upgrade it may refuse the dashboard's certificate instead: check again after the upgrade`,
      );
    default:
      return new Error(`${service} failed to check itself; its log has the cause`);
  }
}
