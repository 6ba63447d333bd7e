import { rootContext } from '@assay/rpc/context';
import type { Finding__Output } from '@assay/rpc/gen/assay/diagnosis/v1/Finding';
import { receivedFinding, type Finding } from '@assay/service/finding';
import type { OperatorEndpoints } from './endpoints.ts';
import { withBilling, withDashboard, withEngine, withWatch } from './services.ts';

/** The result of a whole check. */
export type Report = {
  readonly checkedAt: string;
  /** Whether nothing that is configured failed. */
  readonly ok: boolean;
  readonly counts: Readonly<Record<'ok' | 'off' | 'warning' | 'failure', number>>;
  readonly findings: readonly Finding[];
};

/** What an operator chooses. */
export type DoctorChoices = { readonly allAssets: boolean; readonly billed: boolean };

/** Tells the operator that a part of the check begins or ended. */
export type OnProgress = (line: string) => void;

/** Every part is bounded by seven seconds at its service. This time more is for the way there and back. */
const partTimeoutMs = 12_000;

type Part = {
  readonly title: string;
  readonly run: () => Promise<{ readonly findings: readonly Finding__Output[] }>;
};

/**
 * Asks every service to check what it depends on, all at once, and returns what they found. A service that does not answer is
 * a failed finding. Never rejects, and takes at most twelve seconds.
 */
export async function runDoctor(
  endpoints: OperatorEndpoints,
  choices: DoctorChoices,
  onProgress: OnProgress,
  now: () => number = Date.now,
): Promise<Report> {
  const parts = partsOf(endpoints, choices);
  const startedAt = now();
  onProgress(`checking ${parts.map(({ title }) => title).join(', ')}`);
  const found = await Promise.all(
    parts.map(async (part) => {
      const findings = await findingsOf(part);
      const failed = findings.filter(({ status }) => status === 'failure').length;
      const seconds = ((now() - startedAt) / 1_000).toFixed(1);
      onProgress(
        `  ${part.title}: ${findings.length} checked${failed === 0 ? '' : `, ${failed} failed`} (${seconds} s)`,
      );
      return findings;
    }),
  );
  const findings = found.flat();
  const counts = { ok: 0, off: 0, warning: 0, failure: 0 };
  for (const { status } of findings) {
    counts[status] += 1;
  }
  return { checkedAt: new Date(startedAt).toISOString(), ok: counts.failure === 0, counts, findings };
}

function partsOf(endpoints: OperatorEndpoints, { allAssets, billed }: DoctorChoices): readonly Part[] {
  const context = (): ReturnType<typeof rootContext> => rootContext(partTimeoutMs);
  const ofEngine = (title: string, part: string): Part => ({
    title,
    run: () => {
      const request = { part, all_assets: allAssets, billed };
      return withEngine(endpoints, (engine) => engine.GetDiagnosis(request, context()));
    },
  });
  const { watchAddress = '', dashboardAddress = '' } = endpoints;
  return [
    ofEngine('providers and streams', 'sources'),
    ofEngine('nodes', 'nodes'),
    ofEngine('types', 'types'),
    ofEngine('engine', ''),
    { title: 'billing', run: () => withBilling(endpoints, (billing) => billing.GetDiagnosis({}, context())) },
    ...(watchAddress === ''
      ? []
      : [
          {
            title: 'watch',
            run: () => withWatch(watchAddress, endpoints, (watch) => watch.GetDiagnosis({}, context())),
          },
        ]),
    ...(dashboardAddress === ''
      ? []
      : [{ title: 'dashboard', run: () => withDashboard(endpoints, (board) => board.GetDiagnosis({}, context())) }]),
  ];
}

async function findingsOf({ title, run }: Part): Promise<readonly Finding[]> {
  try {
    const { findings } = await run();
    return findings.map(receivedFinding);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const remedy = 'Check that the service runs, and its address and the token of this command.';
    return [{ subject: 'service', name: title, status: 'failure', outcome: 'no_answer', message, remedy, facts: {} }];
  }
}
