import { rootContext } from '@assay/rpc/context';
import type { Finding__Output } from '@assay/rpc/gen/assay/diagnosis/v1/Finding';
import {
  engineParts,
  partTimeoutMs,
  runDiagnosis,
  type DiagnosisChoices,
  type DiagnosisPart,
  type OnProgress,
  type Report,
} from '@assay/diagnosis/diagnosis';
import { receivedFinding } from '@assay/diagnosis/finding';
import type { OperatorEndpoints } from './endpoints.ts';
import { withBilling, withDashboard, withEngine, withWatch } from './services.ts';

/**
 * Asks every service to check its dependencies, all in parallel, and returns the findings. A service that does not respond
 * is a failed finding. Never rejects; takes at most twelve seconds.
 */
export function runDoctor(
  endpoints: OperatorEndpoints,
  choices: DiagnosisChoices,
  onProgress: OnProgress,
): Promise<Report> {
  return runDiagnosis(partsOf(endpoints, choices), onProgress);
}

type Answer = Promise<{ readonly findings: readonly Finding__Output[] }>;

function partsOf(endpoints: OperatorEndpoints, { allAssets, billed }: DiagnosisChoices): readonly DiagnosisPart[] {
  const context = (): ReturnType<typeof rootContext> => rootContext(partTimeoutMs);
  const part = (title: string, ask: () => Answer): DiagnosisPart => ({
    title,
    run: async () => (await ask()).findings.map(receivedFinding),
  });
  const { watchAddress = '', dashboardAddress = '' } = endpoints;
  return [
    ...engineParts.map(([title, name]) =>
      part(title, () => {
        const request = { part: name, all_assets: allAssets, billed };
        return withEngine(endpoints, (engine) => engine.GetDiagnosis(request, context()));
      }),
    ),
    part('billing', () => withBilling(endpoints, (billing) => billing.GetDiagnosis({}, context()))),
    ...(watchAddress === ''
      ? []
      : [part('watch', () => withWatch(watchAddress, endpoints, (watch) => watch.GetDiagnosis({}, context())))]),
    ...(dashboardAddress === ''
      ? []
      : [part('dashboard', () => withDashboard(endpoints, (board) => board.GetDiagnosis({}, context())))]),
  ];
}
