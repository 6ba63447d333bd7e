import type { ServerResponse } from 'node:http';
import { Fault } from '@assay/faults/faults';
import { rootContext } from '@assay/rpc/context';
import { hashOperatorToken, type OperatorAccess, type OperatorAction } from '@assay/rpc/operator-access';
import { runDiagnosis, type DiagnosisChoices, type Report } from '@assay/diagnosis/diagnosis';
import { escapeMarkup, pageStyleSource, pageWith, reportMarkup } from '@assay/diagnosis/diagnosis-page';
import type { OperationsPage } from '@assay/runtime/operations';
import type { ServiceTools } from '@assay/runtime/run';
import { checkHost, checkSameOrigin, formMarkup, PageRefusal, readForm, type DoctorForm } from './doctor-form.ts';
import type { OpenedParts } from './service-parts.ts';

/** The dependencies of the page on which an operator runs the check. */
export type DoctorPagePorts = {
  /**
   * Decides who may run the check. The page itself refuses, logs and counts wrong tokens, before it calls any service.
   */
  readonly operators: OperatorAccess;
  /**
   * Opens the connections and the parts of one check. The services perform the parts with the rights of this operator's
   * token.
   */
  readonly openParts: (token: string, choices: DiagnosisChoices) => OpenedParts;
};

/** The name under which the audit table and the metrics list a check from this page. */
const method = 'GetDiagnosis';
const checkTimeoutMs = 20_000;
const untouched: DiagnosisChoices = { allAssets: false, billed: false };
/** The page may apply only its own style and send only its own form. */
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src ${pageStyleSource}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Without the referrer, the browser would send the form with the origin "null".
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Returns the page on which an operator runs `assay doctor` in a browser: GET shows a form, and POST runs the check
 * with the form's token. Serve the page on the operations port. Only one check runs at a time.
 */
export function createDoctorPage(ports: DoctorPagePorts, { log }: Pick<ServiceTools, 'log'>): OperationsPage {
  let isRunning = false;
  const runOne = async (form: DoctorForm, address: string): Promise<Report> => {
    const action = await authorize(form, address, ports);
    if (isRunning) {
      throw new PageRefusal(429, 'A check is running. Wait until it ends, at most 20 seconds.');
    }
    isRunning = true;
    try {
      return await runAs(action, form, ports);
    } finally {
      isRunning = false;
    }
  };
  return async (request, response) => {
    try {
      checkHost(request);
      if (request.method === 'GET' || request.method === 'HEAD') {
        send(response, 200, formMarkup(untouched));
        return;
      }
      if (request.method !== 'POST') {
        response.setHeader('allow', 'GET, HEAD, POST');
        throw new PageRefusal(405, 'This page answers GET and POST.');
      }
      checkSameOrigin(request);
      const form = await readForm(request);
      const report = await runOne(form, addressOf(request.socket.remoteAddress));
      send(response, 200, `${reportMarkup(report)}\n${formMarkup(form.choices)}`);
    } catch (thrown) {
      if (request.socket.destroyed) {
        // The browser disconnected or sent its form too slowly, so nobody waits for a response.
        return;
      }
      const refusal = refusalOf(thrown);
      if (refusal === undefined) {
        log.error({ err: thrown }, 'could not run the check of the page /doctor');
      }
      const { status, message } =
        refusal ?? new PageRefusal(500, 'The check failed. The log of the dashboard has the cause.');
      send(response, status, `<p class="failure">${escapeMarkup(message)}</p>\n${formMarkup(untouched)}`);
    }
  };
}

/**
 * Returns the operator action for a token. Rejects with FORBIDDEN or RATE_LIMIT for a wrong token, before it calls any
 * other service.
 */
async function authorize(
  { token, choices }: DoctorForm,
  address: string,
  { operators }: DoctorPagePorts,
): Promise<OperatorAction> {
  const tokenSha256 = hashOperatorToken(token);
  const operator = await operators.operatorOf(tokenSha256, { method, address });
  const request = { all_assets: choices.allAssets, billed: choices.billed };
  const attempt = { tokenSha256, method, request, context: rootContext(checkTimeoutMs) };
  if (operator === undefined) {
    operators.onRefused?.({ ...attempt, address });
    throw new Fault('FORBIDDEN');
  }
  return { ...attempt, operator };
}

/** Runs the check and records it. Then closes the connections that carry the token. */
async function runAs(action: OperatorAction, { token, choices }: DoctorForm, ports: DoctorPagePorts): Promise<Report> {
  const { parts, close } = ports.openParts(token, choices);
  try {
    const run = (): Promise<Report> => runDiagnosis(parts, () => undefined);
    // The audit wrapper `perform` returns the result of `run`.
    return await ((ports.operators.perform?.(action, run) ?? run()) as Promise<Report>);
  } finally {
    close();
  }
}

/** Returns the refusal to show for an error, or undefined for an unexpected error. */
function refusalOf(thrown: unknown): PageRefusal | undefined {
  if (thrown instanceof PageRefusal) {
    return thrown;
  }
  if (!(thrown instanceof Fault)) {
    return undefined;
  }
  switch (thrown.code) {
    case 'FORBIDDEN':
      return new PageRefusal(403, 'This is not the token of an operator who may act. Check that it is not revoked.');
    case 'RATE_LIMIT':
      return new PageRefusal(429, `Not checked: ${thrown.message}.`);
    case 'UNAVAILABLE':
    case 'DEADLINE_EXCEEDED':
      return new PageRefusal(
        503,
        'Billing does not answer, so the token cannot be checked. Start billing, or use the token in ASSAY_ADMIN_TOKEN, which needs no billing.',
      );
    default:
      return undefined;
  }
}

/**
 * Returns a caller's IP address in the form that gRPC servers report: an IPv4 address without its IPv6 prefix. So wrong
 * tokens on this page and by gRPC count for the same address.
 */
function addressOf(remoteAddress = ''): string {
  return remoteAddress.replace(/^::ffff:(?=\d+\.)/, '');
}

function send(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, headers);
  response.end(pageWith(content));
}
