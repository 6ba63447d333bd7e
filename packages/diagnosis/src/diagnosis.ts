import type { Finding } from './finding.ts';

/** The result of a whole check. */
export type Report = {
  readonly checkedAt: string;
  /** Whether the check found no failure. A dependency that is not configured is not a failure. */
  readonly ok: boolean;
  readonly counts: Readonly<Record<'ok' | 'off' | 'warning' | 'failure', number>>;
  readonly findings: readonly Finding[];
};

/**
 * The operator's choices for a check: whether to check every asset, and whether to make calls that a provider bills.
 */
export type DiagnosisChoices = { readonly allAssets: boolean; readonly billed: boolean };

/** Receives a line for the operator when a part of the check begins or ends. */
export type OnProgress = (line: string) => void;

/** One part of the check, which one service performs. `run` rejects with an error whose message is for an operator. */
export type DiagnosisPart = { readonly title: string; readonly run: () => Promise<readonly Finding[]> };

/**
 * Time limit of one part, in milliseconds. A service takes at most seven seconds for its part; the remainder covers the
 * request and the response.
 */
export const partTimeoutMs = 12_000;

/** The parts of the check that the engine performs, by title. The value is the field `part` of the request. */
export const engineParts = [
  ['providers and streams', 'sources'],
  ['nodes', 'nodes'],
  ['types', 'types'],
  ['engine', ''],
] as const;

/**
 * Runs all parts in parallel and returns their findings. A part that rejects becomes a failed finding. Never rejects; takes
 * as long as the slowest part.
 */
export async function runDiagnosis(
  parts: readonly DiagnosisPart[],
  onProgress: OnProgress,
  now: () => number = Date.now,
): Promise<Report> {
  const startedAt = now();
  onProgress(`checking ${parts.map(({ title }) => title).join(', ')}`);
  const findingsByPart = await Promise.all(
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
  const findings = findingsByPart.flat();
  const counts = { ok: 0, off: 0, warning: 0, failure: 0 };
  for (const { status } of findings) {
    counts[status] += 1;
  }
  return { checkedAt: new Date(startedAt).toISOString(), ok: counts.failure === 0, counts, findings };
}

async function findingsOf({ title, run }: DiagnosisPart): Promise<readonly Finding[]> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const remedy =
      'Check that the service runs, its address and the token. Where services have certificates, the caller needs one of the operator in ASSAY_TLS_CERT_FILE, ASSAY_TLS_KEY_FILE and ASSAY_TLS_CA_FILE.';
    return [{ subject: 'service', name: title, status: 'failure', outcome: 'no_answer', message, remedy, facts: {} }];
  }
}
