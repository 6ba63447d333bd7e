import type { SendToolRequest } from './server.ts';

const timeoutMs = 30_000;

/**
 * Returns the function that sends the tools' requests to a service. Throws a TypeError when the key is missing, or when
 * the address is not http or https. No message contains the key.
 */
export function sendOverHttp(options: {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}): SendToolRequest {
  const { apiKey = '', baseUrl = '' } = options;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('set ASSAY_API_KEY to your API key');
  }
  if (!/^https?:\/\/[^\s/@]+/.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError('set ASSAY_BASE_URL to the address of the service, such as https://assay.example.com');
  }
  return async ({ method, path, body }, { signal, traceparent }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
        method,
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(traceparent === undefined ? {} : { traceparent }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const origin = originSentence(baseUrl, response.headers.get('location') ?? '');
      return { status: response.status, body: parse(text), origin };
    } catch (thrown) {
      if (signal.aborted) {
        throw thrown;
      }
      const problem = timeout.aborted ? `no complete answer came within ${timeoutMs / 1_000} s` : reasonOf(thrown);
      throw new Error(`the service could not be reached: ${problem}; ${adviceOf(baseUrl)}`, { cause: thrown });
    }
  };
}

/**
 * Describes where a response came from that the service did not send. For a redirect it shows only the origin of the
 * new location, because the path and query may contain a secret.
 */
function originSentence(baseUrl: string, location: string): string {
  const isRedirect = location !== '' && URL.canParse(location, baseUrl);
  const redirect = isRedirect ? ` redirects to ${new URL(location, baseUrl).origin} and` : '';
  return `${redirect} is not from Assay: ${adviceOf(baseUrl)}`;
}

function adviceOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `check ASSAY_BASE_URL (${origin}${pathname.replace(/\/+$/, '')}), and any proxy before it`;
}

/** Returns the system's error code, such as ECONNREFUSED, which `fetch` puts in the `cause` of its own error. */
function reasonOf(thrown: unknown): string {
  const { cause } = thrown as { readonly cause?: { readonly code?: unknown; readonly message?: unknown } };
  return String(cause?.code ?? cause?.message ?? (thrown instanceof Error ? thrown.message : thrown));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The body is empty, or a proxy answered with a page.
    return undefined;
  }
}
