import type { SendToolRequest } from './server.ts';

const timeoutMs = 30_000;

/**
 * Returns what sends the requests of tools to a service. Throws a TypeError without a key or for an address that is not
 * http or https. No message contains the key.
 */
export function sendOverHttp(options: {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
}): SendToolRequest {
  const { apiKey = '', baseUrl = '' } = options;
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('set ASSAY_API_KEY to your API key');
  }
  if (!/^https?:\/\/[^\s/@]+/.test(baseUrl)) {
    throw new TypeError('set ASSAY_BASE_URL to the address of the service, such as https://assay.example.com');
  }
  return async ({ method, path, body }, { signal, traceparent }) => {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(traceparent === undefined ? {} : { traceparent }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parse(text) };
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy answered with a page, or the body is empty. The status decides what that means.
    return undefined;
  }
}
