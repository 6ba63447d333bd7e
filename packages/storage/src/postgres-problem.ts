import { hasBrokenPassword, passwordAdvice } from '@assay/runtime/postgres-url';

/** Codes of temporary errors: the server, the network or the name service is not ready yet. */
const unavailable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
  // SQLSTATE cannot_connect_now: the server is starting or stopping.
  '57P03',
]);
/**
 * Matches messages of errors without a code: timeouts of the driver, and errors of the migration runner, which drops
 * the code.
 */
const deniedMessage = /error: permission denied for /;
const timeoutMessage = /timeout expired|terminated due to connection timeout/;

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code === 'string' && code !== '') {
    return code;
  }
  const message = error instanceof Error ? error.message : '';
  return timeoutMessage.test(message) ? 'ETIMEDOUT' : deniedMessage.test(message) ? '42501' : '';
}

/** Returns whether a connection failed because PostgreSQL is not reachable now, so that a later try may succeed. */
export function isPostgresUnavailable(error: unknown): boolean {
  return unavailable.has(codeOf(error));
}

/**
 * Returns an error that says what is wrong with a connection to PostgreSQL and what would be right. The driver's error
 * is its cause. Returns an error unchanged when it cannot explain it. The message never contains a password.
 * @param url the connection URL that failed.
 * @param setting the name of the variable that holds the URL.
 */
export function explainPostgresError(error: unknown, url: string, setting: string): unknown {
  // The errors of the next two kinds contain the URL, or show a part of the password as the host. So they do not become
  // the cause of the new error.
  if (!URL.canParse(url)) {
    return new Error(`${setting} is not a URL such as postgres://user:password@host:5432/assay; ${passwordAdvice}`);
  }
  if (hasBrokenPassword(url)) {
    return new Error(`the password in ${setting} ends too early; ${passwordAdvice}`);
  }
  const text = explanation(codeOf(error), url, setting);
  if (text === undefined) {
    return error;
  }
  return new Error(text, { cause: error });
}

/**
 * Returns what a service waits for after a connection failed, for its log. A server or a name that is not there yet needs no
 * correction, so the text advises none. An error that does not end by itself has the text of explainPostgresError.
 * @param url the connection URL that failed.
 * @param setting the name of the variable that holds the URL.
 */
export function postgresWaitCause(error: unknown, url: string, setting: string): string {
  const code = codeOf(error);
  if (!unavailable.has(code) || !URL.canParse(url) || hasBrokenPassword(url)) {
    const explained = explainPostgresError(error, url, setting);
    return explained instanceof Error ? explained.message : String(explained);
  }
  const { hostname } = new URL(url);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${hostname} has no address yet (${code})`;
    case '57P03':
      return `${serverOf(url)} is starting or stopping (${code})`;
    default:
      return `${serverOf(url)} does not answer yet (${code})`;
  }
}

function serverOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `PostgreSQL at ${hostname}:${port === '' ? '5432' : port}`;
}

function explanation(code: string, url: string, setting: string): string | undefined {
  const { hostname, username, pathname } = new URL(url);
  const server = serverOf(url);
  const role = `the role ${decodeURIComponent(username) || '(none)'}`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the name ${hostname} has no address (${code}); correct the host in ${setting}`;
    case '28P01':
    case '28000':
      return `${server} refused ${role} (${code}); correct the user and the password in ${setting}`;
    case '3D000':
      return `${server} has no database ${pathname.slice(1)} (${code}); create it, or correct the name in ${setting}`;
    case '42501':
      return `${server} denies ${role} a right that it needs (${code}); run deploy/postgres/roles.sql, then the migrations with the URLs of the owners, and set ASSAY_MIGRATE_AT_START=false`;
    case '57P03':
      return `${server} is starting or stopping (${code}); try again`;
    default:
      return unavailable.has(code)
        ? `${server} does not answer (${code}); check the address in ${setting}, and whether a firewall or network policy allows the connection`
        : undefined;
  }
}
