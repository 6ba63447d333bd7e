import { credsAuthenticator, nkeyAuthenticator, type ConnectionOptions } from '@nats-io/transport-node';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const optional = z.string().min(1).optional();

/** Settings of a service that uses NATS. */
export const natsConfig = z.object({
  ASSAY_NATS_URL: z
    .string()
    .min(1)
    .describe('URLs of the NATS servers, separated by commas. A user and a password may be part of the first URL.'),
  ASSAY_NATS_USER: optional.describe('User name for NATS; needs ASSAY_NATS_PASSWORD.'),
  ASSAY_NATS_PASSWORD: optional.describe('Password of the NATS user.'),
  ASSAY_NATS_TOKEN: optional.describe('Token for NATS, instead of a user.'),
  ASSAY_NATS_NKEY_SEED_FILE: optional.describe('File with an nkey seed for NATS, instead of a user.'),
  ASSAY_NATS_CREDS_FILE: optional.describe('Credentials file of a NATS account, instead of a user.'),
});

/** How a service reaches NATS, and who it is there. Only the URL is required. */
export type NatsSettings = Pick<z.infer<typeof natsConfig>, 'ASSAY_NATS_URL'> & Partial<z.infer<typeof natsConfig>>;

/**
 * Returns the servers and the credentials for a connection to NATS.
 * Throws an error that names the variables when the credentials are ambiguous or incomplete, or when a file cannot be read.
 */
export function natsConnectionOptions(settings: NatsSettings): Pick<ConnectionOptions, NatsOption> {
  const urls = settings.ASSAY_NATS_URL.split(',').map(parseUrl);
  const servers = urls.map(({ server }) => server);
  const fromUrl = urls.find(({ user }) => user !== '');
  const kinds = ['ASSAY_NATS_USER', 'ASSAY_NATS_TOKEN', 'ASSAY_NATS_NKEY_SEED_FILE', 'ASSAY_NATS_CREDS_FILE'] as const;
  const given = kinds.filter((name) => settings[name] !== undefined);
  const ways = [...given, ...(fromUrl === undefined ? [] : ['a user in ASSAY_NATS_URL'])];
  if (ways.length > 1) {
    throw new Error(`NATS credentials are given more than once, by ${ways.join(' and ')}; set one of them`);
  }
  const { ASSAY_NATS_USER: user, ASSAY_NATS_PASSWORD: pass } = settings;
  if ((user === undefined) !== (pass === undefined)) {
    throw new Error('ASSAY_NATS_USER and ASSAY_NATS_PASSWORD must be set together');
  }
  return { servers, ...credentials(settings, fromUrl) };
}

type NatsOption = 'servers' | 'user' | 'pass' | 'token' | 'authenticator';

function credentials(
  settings: NatsSettings,
  fromUrl: ParsedUrl | undefined,
): Pick<ConnectionOptions, Exclude<NatsOption, 'servers'>> {
  if (fromUrl !== undefined) {
    return { user: fromUrl.user, pass: fromUrl.password };
  }
  if (settings.ASSAY_NATS_USER !== undefined) {
    return { user: settings.ASSAY_NATS_USER, pass: settings.ASSAY_NATS_PASSWORD ?? '' };
  }
  if (settings.ASSAY_NATS_TOKEN !== undefined) {
    return { token: settings.ASSAY_NATS_TOKEN };
  }
  if (settings.ASSAY_NATS_NKEY_SEED_FILE !== undefined) {
    const seed = readFileSync(settings.ASSAY_NATS_NKEY_SEED_FILE, 'utf8').trim();
    return { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) };
  }
  if (settings.ASSAY_NATS_CREDS_FILE !== undefined) {
    return { authenticator: credsAuthenticator(readFileSync(settings.ASSAY_NATS_CREDS_FILE)) };
  }
  return {};
}

type ParsedUrl = { readonly server: string; readonly user: string; readonly password: string };

/** The client ignores a user in a URL, so it is taken out here. A URL without a user stays as it is. */
function parseUrl(text: string): ParsedUrl {
  const match = /^((?:nats|tls):\/\/)?([^:@/]+):([^@/]*)@(.+)$/.exec(text.trim());
  if (match === null) {
    return { server: text.trim(), user: '', password: '' };
  }
  const [, scheme = '', user = '', password = '', host = ''] = match;
  return { server: `${scheme}${host}`, user: decodeURIComponent(user), password: decodeURIComponent(password) };
}
