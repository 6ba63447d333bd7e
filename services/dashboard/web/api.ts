const secondMs = 1_000;

/** An error response of the dashboard's server. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Milliseconds until the server accepts another try. 0 when the server stated no time. */
  readonly retryAfterMs: number;

  constructor(status: number, code: string, message: string, retryAfterMs = 0) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

type ErrorBody = {
  readonly error?: { readonly code?: string; readonly message?: string };
  readonly message?: string;
  readonly code?: string;
};

const notFromDashboard = 'The answer is not from the dashboard. Reload the page, and sign in to any proxy before it.';

/**
 * Calls an endpoint of the dashboard and returns its JSON. Throws an ApiError with the server's message for any status
 * but 2xx. Also throws when the server does not respond, and for a page instead of JSON.
 */
export async function call<View>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<View> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError(0, 'UNREACHABLE', 'The dashboard does not answer. Check your connection and try again.');
  }
  const text = await response.text();
  const json = text === '' ? undefined : (parse(text) as ErrorBody | undefined);
  if (!response.ok) {
    const code = json?.error?.code ?? json?.code ?? 'ERROR';
    const message = json?.error?.message ?? json?.message ?? `The dashboard answered HTTP ${response.status}.`;
    const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 0);
    throw new ApiError(response.status, code, message, Math.max(0, retryAfterSeconds || 0) * secondMs);
  }
  if (text !== '' && json === undefined) {
    // A page with status 200, such as a proxy's sign-in page, must not count as an empty response.
    throw new ApiError(response.status, 'UNEXPECTED_RESPONSE', notFromDashboard);
  }
  return json as View;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns a query string without its empty values, with a leading question mark. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '' && value !== 0) {
      search.set(name, String(value));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
