import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { DiagnosisChoices } from '@assay/diagnosis/diagnosis';
import { escapeMarkup } from '@assay/diagnosis/diagnosis-page';

/** The fields of the form that an operator sent. */
export type DoctorForm = { readonly token: string; readonly choices: DiagnosisChoices };

/**
 * The error for a request that the page refuses. It has the HTTP status, and a message that says what would be right.
 */
export class PageRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const maxBodyBytes = 4_096;
const bodyTimeoutMs = 5_000;
const tokenPattern = /^[\u0021-\u007e]{1,500}$/;

/** Returns the form. It never contains a token. */
export function formMarkup({ allAssets, billed }: DiagnosisChoices): string {
  const checkbox = (name: string, isChecked: boolean, label: string): string =>
    `<label><input type="checkbox" name="${name}" value="on"${isChecked ? ' checked' : ''}> ${escapeMarkup(label)}</label>`;
  return `<form method="post" action="/doctor" autocomplete="off">
<label>Operator token <input type="password" name="token" required maxlength="500" autocomplete="off" spellcheck="false"></label>
${checkbox('assets', allAssets, 'Ask the providers about every asset of the catalog')}
${checkbox('billed', billed, 'Also ask the providers that bill each request')}
<button type="submit">Check everything</button>
</form>
<p>The check asks every provider, stream and node once, and takes up to 15 seconds. The token is used for this check and not stored.</p>`;
}

/**
 * Throws a PageRefusal unless the Host header names this machine or its address. Otherwise another site could let its
 * name resolve to this machine, and read its ports through the operator's browser.
 */
export function checkHost({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const name = hostOf(`http://${headers.host ?? ''}`)?.hostname.replaceAll(/^\[|\]$/g, '') ?? '';
  if (name !== 'localhost' && isIP(name) === 0) {
    throw new PageRefusal(403, 'Open this page at localhost or an IP address, such as http://localhost:9464/doctor.');
  }
}

/** Throws a PageRefusal when a POST does not come from this page itself. */
export function checkSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  if (site !== 'same-origin' || hostOf(headers.origin ?? '')?.host !== hostOf(`http://${headers.host ?? ''}`)?.host) {
    throw new PageRefusal(403, 'Another site sent this form. Open the page itself and send its form.');
  }
}

function hostOf(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}

/**
 * Reads the form of a POST. Rejects with a PageRefusal for another media type, for a body over 4 KiB, and for an
 * invalid field.
 */
export async function readForm(request: IncomingMessage): Promise<DoctorForm> {
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/x-www-form-urlencoded') {
    throw new PageRefusal(415, 'Send the form of this page: application/x-www-form-urlencoded.');
  }
  const fields = new URLSearchParams(await readBody(request));
  const token = (fields.get('token') ?? '').trim();
  if (!tokenPattern.test(token)) {
    throw new PageRefusal(
      400,
      'The field "token" must be the token of an operator: 1 to 500 characters without spaces.',
    );
  }
  return { token, choices: { allAssets: fields.get('assets') === 'on', billed: fields.get('billed') === 'on' } };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const timer = setTimeout(() => request.destroy(), bodyTimeoutMs);
  try {
    const chunks: Buffer[] = [];
    let bytes = 0;
    // The request yields buffers because it has no encoding set. A refusal must not close the connection, so that the
    // response arrives.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) {
        throw new PageRefusal(413, `The form must have at most ${maxBodyBytes} bytes.`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    clearTimeout(timer);
  }
}
