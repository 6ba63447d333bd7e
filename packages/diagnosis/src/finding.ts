import type {
  Finding as SentFinding,
  Finding__Output as ReceivedFinding,
} from '@assay/rpc/gen/assay/diagnosis/v1/Finding';

/** The severity of a finding. `off` means that the part is not configured. Only `failure` makes a check fail. */
export type FindingStatus = 'ok' | 'off' | 'warning' | 'failure';

/** One result of a check: what was checked, the outcome, and what the operator can do about it. */
export type Finding = {
  readonly subject: 'provider' | 'stream' | 'node' | 'type' | 'service';
  readonly name: string;
  readonly status: FindingStatus;
  /** A short code such as `unreachable`. */
  readonly outcome: string;
  /** What the check found, in one sentence without a URL, a key or an address. */
  readonly message: string;
  /** What the operator can do; empty when nothing needs to be done. */
  readonly remedy: string;
  /** Measured or configured values by name, such as `latency` and `182 ms`. */
  readonly facts: Readonly<Record<string, string>>;
};

/** Converts findings into the message that a service sends to an operator's command. */
export function findingsResponse(findings: readonly Finding[]): { findings: SentFinding[] } {
  return {
    findings: findings.map(({ facts, ...finding }) => ({
      ...finding,
      facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
    })),
  };
}

const subjects: readonly Finding['subject'][] = ['provider', 'stream', 'node', 'type', 'service'];
const statuses: readonly FindingStatus[] = ['ok', 'off', 'warning', 'failure'];

/**
 * Converts a finding that a service sent. When this version does not know its status or subject, the finding becomes a
 * failure of a service.
 */
export function receivedFinding({ facts, subject, status, ...finding }: ReceivedFinding): Finding {
  return {
    ...finding,
    subject: subjects.find((each) => each === subject) ?? 'service',
    status: statuses.find((each) => each === status) ?? 'failure',
    facts: Object.fromEntries(facts.map(({ name, value }) => [name, value])),
  };
}

/** The result of one check, without the name of what was checked. */
export type Judged = {
  readonly status: FindingStatus;
  readonly outcome: string;
  readonly message: string;
  readonly remedy: string;
  readonly facts?: Finding['facts'];
};
