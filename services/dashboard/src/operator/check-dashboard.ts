import { bounded, checkService, type CheckedService } from '@assay/diagnosis/check-service';
import type { Finding } from '@assay/diagnosis/finding';
import type { ServiceTools } from '@assay/runtime/run';

/** The dependencies that an operator's check of the dashboard tests. */
export type CheckedDashboard = CheckedService & {
  /** Connects to the mail server and signs in. */
  readonly verifyMail: () => Promise<void>;
};

/** Checks the dependencies that every service has, and the mail server. Sends no mail. Never rejects. */
export async function checkDashboard(
  checked: CheckedDashboard,
  tools: Pick<ServiceTools, 'log'>,
): Promise<readonly Finding[]> {
  const [common, mail] = await Promise.all([
    checkService('dashboard', checked, tools),
    bounded('the mail server', async () => mailWorks(await checked.verifyMail()), tools),
  ]);
  const remedy =
    mail.status === 'ok'
      ? ''
      : 'Check host, port, name and password in ASSAY_SMTP_URL. Without mails nobody can sign in with a link. The log has the answer of the server.';
  return [...common, { subject: 'service', name: 'dashboard: SMTP', facts: {}, ...mail, remedy }];
}

function mailWorks(_verified: void): Omit<Finding, 'subject' | 'name' | 'facts'> {
  return { status: 'ok', outcome: 'ok', message: 'the mail server accepts the name and the password', remedy: '' };
}
