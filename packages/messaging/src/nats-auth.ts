import {
  credsAuthenticator,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
  type Authenticator,
  type ConnectionOptions,
} from '@nats-io/transport-node';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const optional = z.string().min(1).optional();

/** Settings of a service that uses NATS. */
export const natsConfig = z.object({
  ASSAY_NATS_URL: z
    .string()
    .min(1)
    .describe('URLs of the NATS servers, separated by commas. A user and a password may be part of the first URL.'),
  ASSAY_NATS_USER: optional.describe('User name for NATS; needs ASSAY_NATS_PASSWORD or ASSAY_NATS_PASSWORD_FILE.'),
  ASSAY_NATS_PASSWORD: optional.describe('Password of the NATS user.'),
  ASSAY_NATS_PASSWORD_FILE: optional.describe(
    'File with the password of the NATS user, instead of ASSAY_NATS_PASSWORD. The service reads it again at each connection attempt.',
  ),
  ASSAY_NATS_TOKEN: optional.describe('Token for NATS, instead of a user.'),
  ASSAY_NATS_NKEY_SEED_FILE: optional.describe(
    'File with an nkey seed for NATS, instead of a user. The service reads it again at each connection attempt.',
  ),
  ASSAY_NATS_CREDS_FILE: optional.describe(
    'Credentials file of a NATS account, instead of a user. The service reads it again at each connection attempt.',
  ),
  ASSAY_NATS_CA_FILE: optional.describe(
    'PEM file of the certificate authority of the NATS servers. If set, the connection requires TLS. The service reads it again at each connection attempt.',
  ),
  ASSAY_NATS_CERT_FILE: optional.describe(
    "PEM file of this service's certificate for NATS; needs ASSAY_NATS_KEY_FILE.",
  ),
  ASSAY_NATS_KEY_FILE: optional.describe('PEM file of the key of ASSAY_NATS_CERT_FILE.'),
});

/** The addresses of NATS and the credentials with which a service connects. Only the URL is required. */
export type NatsSettings = Pick<z.infer<typeof natsConfig>, 'ASSAY_NATS_URL'> & Partial<z.infer<typeof natsConfig>>;

/**
 * Returns the servers, the credentials and the TLS files for a connection to NATS. Each connection attempt reads the files
 * again, so that replaced files take effect without a restart. Throws an error that names the variables when the credentials
 * are ambiguous or incomplete, or when a file cannot be read.
 */
export function natsConnectionOptions(settings: NatsSettings): Pick<ConnectionOptions, NatsOption> {
  const urls = settings.ASSAY_NATS_URL.split(',').map(parseUrl);
  const servers = urls.map(({ server }) => server);
  const fromUrl = urls.find(({ user }) => user !== '');
  const kinds = ['ASSAY_NATS_USER', 'ASSAY_NATS_TOKEN', 'ASSAY_NATS_NKEY_SEED_FILE', 'ASSAY_NATS_CREDS_FILE'] as const;
  const setCredentials = kinds.filter((name) => settings[name] !== undefined);
  const ways = [...setCredentials, ...(fromUrl === undefined ? [] : ['a user in ASSAY_NATS_URL'])];
  if (ways.length > 1) {
    throw new Error(`NATS credentials are given more than once, by ${ways.join(' and ')}; set one of them`);
  }
  const { ASSAY_NATS_USER: user, ASSAY_NATS_PASSWORD: pass, ASSAY_NATS_PASSWORD_FILE: passFile } = settings;
  if (pass !== undefined && passFile !== undefined) {
    throw new Error('set one of ASSAY_NATS_PASSWORD and ASSAY_NATS_PASSWORD_FILE');
  }
  if ((user === undefined) !== (pass === undefined && passFile === undefined)) {
    throw new Error('ASSAY_NATS_USER and ASSAY_NATS_PASSWORD (or ASSAY_NATS_PASSWORD_FILE) must be set together');
  }
  return { servers, ...credentials(settings, fromUrl), ...tlsOf(settings) };
}

type NatsOption = 'servers' | 'user' | 'pass' | 'token' | 'authenticator' | 'tls';

function credentials(
  settings: NatsSettings,
  fromUrl: ParsedUrl | undefined,
): Pick<ConnectionOptions, Exclude<NatsOption, 'servers'>> {
  if (fromUrl !== undefined) {
    return { user: fromUrl.user, pass: fromUrl.password };
  }
  const { ASSAY_NATS_USER: user, ASSAY_NATS_PASSWORD_FILE: passwordFile } = settings;
  if (user !== undefined && passwordFile !== undefined) {
    const authenticatorOf = (content: Buffer): Authenticator =>
      usernamePasswordAuthenticator(user, content.toString('utf8').replace(/\r?\n$/, ''));
    return { authenticator: fileAuthenticator('ASSAY_NATS_PASSWORD_FILE', passwordFile, authenticatorOf) };
  }
  if (user !== undefined) {
    return { user, pass: settings.ASSAY_NATS_PASSWORD ?? '' };
  }
  if (settings.ASSAY_NATS_TOKEN !== undefined) {
    return { token: settings.ASSAY_NATS_TOKEN };
  }
  if (settings.ASSAY_NATS_NKEY_SEED_FILE !== undefined) {
    const authenticatorOf = (content: Buffer): Authenticator =>
      nkeyAuthenticator(new TextEncoder().encode(content.toString('utf8').trim()));
    return {
      authenticator: fileAuthenticator(
        'ASSAY_NATS_NKEY_SEED_FILE',
        settings.ASSAY_NATS_NKEY_SEED_FILE,
        authenticatorOf,
      ),
    };
  }
  if (settings.ASSAY_NATS_CREDS_FILE !== undefined) {
    return {
      authenticator: fileAuthenticator('ASSAY_NATS_CREDS_FILE', settings.ASSAY_NATS_CREDS_FILE, credsAuthenticator),
    };
  }
  return {};
}

/**
 * Returns credentials that are read from their file at each login. If the file cannot be read or parsed, for example
 * during its replacement, the function uses the last valid content. An error would make the client stop reconnecting.
 */
function fileAuthenticator(
  setting: string,
  file: string,
  authenticatorOf: (content: Buffer) => Authenticator,
): Authenticator {
  let lastGood: Authenticator;
  try {
    lastGood = authenticatorOf(readFileSync(file));
  } catch (error) {
    throw new Error(`cannot use the file of ${setting}: ${(error as Error).message}`, { cause: error });
  }
  return (nonce) => {
    try {
      const next = authenticatorOf(readFileSync(file));
      const login = next(nonce);
      lastGood = next;
      return login;
    } catch {
      return lastGood(nonce);
    }
  };
}

/**
 * Returns the paths of the TLS files and not their content, because the client reads the files again at each connection
 * attempt.
 */
function tlsOf(settings: NatsSettings): Pick<ConnectionOptions, 'tls'> {
  const { ASSAY_NATS_CA_FILE: caFile, ASSAY_NATS_CERT_FILE: certFile, ASSAY_NATS_KEY_FILE: keyFile } = settings;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new Error('ASSAY_NATS_CERT_FILE and ASSAY_NATS_KEY_FILE must be set together');
  }
  if (caFile === undefined && certFile === undefined) {
    return {};
  }
  return {
    tls: {
      ...(caFile === undefined ? {} : { caFile }),
      ...(certFile === undefined || keyFile === undefined ? {} : { certFile, keyFile }),
    },
  };
}

type ParsedUrl = { readonly server: string; readonly user: string; readonly password: string };

/**
 * Separates a user and password from a URL, because the client ignores them there. Returns a URL without a user
 * unchanged.
 */
function parseUrl(text: string): ParsedUrl {
  const match = /^((?:nats|tls):\/\/)?([^:@/]+):([^@/]*)@(.+)$/.exec(text.trim());
  if (match === null) {
    return { server: text.trim(), user: '', password: '' };
  }
  const [, scheme = '', user = '', password = '', host = ''] = match;
  return { server: `${scheme}${host}`, user: decodeURIComponent(user), password: decodeURIComponent(password) };
}
