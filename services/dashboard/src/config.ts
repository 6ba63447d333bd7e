import { adminConfig, migrationConfig, port, postgresConfig, rpcServerConfig } from '@assay/runtime/config';
import { sealingKeysSetting } from '@assay/storage/sealing';
import { serviceAddresses } from '@assay/runtime/service-address';
import { z } from 'zod';
import { oidcProvidersSetting } from './sign-in/oidc-setting.ts';

const perSecond = z.coerce.number().min(0).max(100_000);
const burst = z.coerce.number().int().min(1).max(100_000);

const requestLimitConfig = {
  ASSAY_DASHBOARD_SESSION_REQUESTS_PER_SECOND: perSecond
    .default(50)
    .describe('Requests to /api that one session may send per second to a replica; 0 means no limit.'),
  ASSAY_DASHBOARD_SESSION_REQUESTS_BURST: burst
    .default(300)
    .describe('Requests to /api that one session may send in a row after a pause.'),
  ASSAY_DASHBOARD_NETWORK_REQUESTS_PER_SECOND: perSecond
    .default(100)
    .describe(
      'Requests to /api without a known session that one network may send per second to a replica; 0 means no limit. A ' +
        'network is an IPv4 address or the /64 network of an IPv6 address.',
    ),
  ASSAY_DASHBOARD_NETWORK_REQUESTS_BURST: burst
    .default(1_000)
    .describe('Requests to /api without a known session that one network may send in a row after a pause.'),
};

/** The settings of the dashboard. */
export const dashboardConfig = z.object({
  ASSAY_DASHBOARD_PORT: port.default(8090).describe('Port of the web application; 0 takes a free port.'),
  ASSAY_DASHBOARD_URL: z
    .url()
    .optional()
    .describe(
      'Address at which browsers reach the dashboard, such as https://dashboard.example.com. Links in mails begin with ' +
        'it. The default is the local port.',
    ),
  ASSAY_DASHBOARD_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .describe('Secret of at least 32 characters that signs session cookies and one-time links.'),
  ASSAY_DASHBOARD_SECRET_KEYS: sealingKeysSetting.describe(
    'Keys that encrypt the playground keys: `id:key` pairs separated by commas, newest first, each key 32 bytes in ' +
      'base64url or base64.',
  ),
  ASSAY_DASHBOARD_SIGN_UP: z
    .enum(['open', 'closed'])
    .default('closed')
    .describe('Who may sign up: with open anybody, with closed only invited people.'),
  ASSAY_DASHBOARD_TRUST_PROXY: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('Number of proxies in front of the dashboard whose X-Forwarded-For header it trusts.'),
  ...requestLimitConfig,
  ASSAY_DASHBOARD_OIDC: oidcProvidersSetting.describe(
    'OpenID Connect providers for sign-in, as a JSON array of { id, name, discoveryUrl, clientId, clientSecret }.',
  ),
  ASSAY_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be a URL such as smtps://user:password@mail.example.com' })
    .describe('Mail server, such as smtps://user:password@mail.example.com. It sends links and invitations.'),
  ASSAY_DASHBOARD_MAILBOX_URL: z
    .url()
    .optional()
    .describe('Page that shows the mails of a sandbox. The dashboard links to it after sign-up. Absent: no link.'),
  ASSAY_MAIL_FROM: z.string().default('Assay <assay@localhost>').describe('Sender of the mails.'),
  ASSAY_PUBLIC_URL: z.url().describe("Base URL of the gateway, which the dashboard's examples contain."),
  ASSAY_GATEWAY_URL: z
    .url()
    .optional()
    .describe('Base URL at which the playground calls the gateway. The default is ASSAY_PUBLIC_URL.'),
  ASSAY_MODE: z.enum(['sandbox', 'live']).default('live').describe('Whether the sources are simulated.'),
  ASSAY_BILLING_ADDRESS: serviceAddresses.describe('host:port of billing; several separated by commas.'),
  ASSAY_ENGINE_ADDRESS: serviceAddresses.describe('host:port of the engine; several separated by commas.'),
  ASSAY_WATCH_ADDRESS: serviceAddresses.describe('host:port of the watch service; several separated by commas.'),
  ...adminConfig.shape,
  ...rpcServerConfig.shape,
  ...postgresConfig.shape,
  ...migrationConfig.shape,
});

/** The settings of the dashboard, as parsed. */
export type DashboardConfig = z.infer<typeof dashboardConfig>;
