import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { poll } from '@assay/stack/poll';
import type { Finding } from '@assay/diagnosis/finding';
import type { System } from './system.ts';

const program = fileURLToPath(new URL('../../../packages/operator/dist/main.js', import.meta.url));

/** The services that the command asks. A file of a stack has them. */
type Checked = Pick<System, 'billingAddress' | 'engineAddress' | 'watchAddress' | 'dashboardAddress' | 'adminToken'>;

/** What one run of `assay doctor --json` printed. */
export type DoctorRun = {
  readonly exitCode: number;
  readonly progress: string;
  readonly findings: readonly Finding[];
};

/** Runs `assay doctor --json`, whose exit code says whether something failed. */
function runDoctor(system: Checked): Promise<DoctorRun> {
  const environment = {
    ...process.env,
    ASSAY_BILLING_ADDRESS: system.billingAddress,
    ASSAY_ENGINE_ADDRESS: system.engineAddress,
    ASSAY_WATCH_ADDRESS: system.watchAddress,
    ASSAY_DASHBOARD_ADDRESS: system.dashboardAddress,
    ASSAY_ADMIN_TOKEN: system.adminToken,
  };
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      [program, 'doctor', '--json'],
      { env: environment, maxBuffer: 16 * 1_048_576 },
      (_error, stdout, stderr) => {
        try {
          const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
          resolve({ exitCode: child.exitCode ?? -1, progress: stderr, findings });
        } catch {
          reject(new Error(`assay doctor printed no report: ${stdout}${stderr}`));
        }
      },
    );
  });
}

/** Repeats the check until it shows what a test waits for, because a busy machine can delay an answer. */
export function doctorUntil(
  system: Checked,
  isRight: (run: DoctorRun) => boolean,
  { timeoutMs, everyMs = 500 }: { readonly timeoutMs: number; readonly everyMs?: number },
): Promise<DoctorRun> {
  let last: DoctorRun | undefined;
  return poll(
    async () => {
      last = await runDoctor(system);
      return isRight(last) ? last : undefined;
    },
    {
      timeoutMs,
      everyMs,
      onTimeout: () => {
        throw new Error(`the check never showed it: ${JSON.stringify(last)}`);
      },
    },
  );
}

/** Returns what a run says about one provider, stream, node, type or part of the cluster. */
export function findingIn({ findings }: DoctorRun, name: string): Finding | undefined {
  return findings.find((finding) => finding.name === name);
}
