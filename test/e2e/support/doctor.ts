import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { poll } from '@assay/stack/poll';
import type { Finding } from '@assay/diagnosis/finding';
import type { System } from './system.ts';

const program = fileURLToPath(new URL('../../../packages/operator/dist/main.js', import.meta.url));

/** The addresses that `assay doctor` needs, in the form in which stack.json contains them. */
type Checked = Pick<System, 'billingAddress' | 'engineAddress' | 'watchAddress' | 'dashboardAddress' | 'adminToken'>;

/** The output of one run of `assay doctor --json`, and its exit code. */
export type DoctorRun = {
  readonly exitCode: number;
  readonly progress: string;
  readonly findings: readonly Finding[];
};

/** Runs `assay doctor --json`. The exit code says whether a check failed. */
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

/** Runs `assay doctor` again and again until its result meets a condition, because a busy machine can delay answers. */
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

/** Returns the finding about one provider, stream, node, type or part of the cluster. */
export function findingIn({ findings }: DoctorRun, name: string): Finding | undefined {
  return findings.find((finding) => finding.name === name);
}
