import { loadCatalog } from '@assay/catalog/catalog';
import { loadFolder } from '@assay/catalog/load-folder';
import { connect } from '@assay/rpc/client';
import { services } from '@assay/rpc/load';
import { systemClock } from '@assay/runtime/clock';
import { lingerMsOf, serveHttp } from '@assay/runtime/http-server';
import { prepareSchema } from '@assay/storage/migrate';
import { openPool, openPostgres, type Postgres } from '@assay/storage/postgres';
import { runService, type ServiceTools } from '@assay/runtime/run';
import { serveRpc } from '@assay/runtime/rpc-server';
import { createSealer } from '@assay/storage/sealing';
import { createThrottledWarning } from '@assay/telemetry/throttled-log';
import { createUnexpectedReport } from '@assay/telemetry/unexpected-errors';
import { fileURLToPath } from 'node:url';
import type { ApiRoute } from './api/route.ts';
import type { DashboardTools, Deployment } from './api/tools.ts';
import { createApp } from './app.ts';
import { dashboardConfig, type DashboardConfig } from './config.ts';
import { createOpenings, openingConnections } from './members/openings.ts';
import { accountHooks, mailsOfPerson, mailsToRecipient } from './members/account-hooks.ts';
import { createMemberStore, type MemberStore } from './members/store.ts';
import { composeOperators } from './operator/access.ts';
import { checkDashboard } from './operator/check-dashboard.ts';
import { createDoctorPage } from './operator/doctor-page.ts';
import { openServiceParts } from './operator/service-parts.ts';
import { createLinkHandover, operatorHandlers } from './operator/sign-in-links.ts';
import { createPlayground } from './playground/call.ts';
import { createPlaygroundKeys } from './playground/keys.ts';
import { createBrowserRequestLimit, type BrowserRequestLimit } from './request-limit.ts';
import { createSignIn, sessionCookieName } from './sign-in/auth.ts';
import { createCountLimit } from './sign-in/count-limit.ts';
import { createGuessLimit } from './sign-in/guess-limit.ts';
import { limitedMail, signInMails } from './sign-in/limited-mail.ts';
import { openMail, type SendMail } from './sign-in/mail.ts';

const schema = 'dashboard';
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const pages = fileURLToPath(new URL('../dist-web', import.meta.url));
const readyTimeoutMs = 400;
const maxConnectionsPerAddress = 64;
const maxRememberedSessions = 10_000;

await runService({
  name: 'dashboard',
  config: dashboardConfig,
  start: async (config, tools) => {
    await prepareSchema(config, schema, migrations, tools.log);
    const baseUrl = config.ASSAY_DASHBOARD_URL ?? `http://localhost:${config.ASSAY_DASHBOARD_PORT}`;
    const postgres = openPostgres(config, schema, tools);
    const { query } = postgres;
    const mail = openMail(config.ASSAY_SMTP_URL, config.ASSAY_MAIL_FROM);
    tools.defer('mail', mail.close);
    const members = createMemberStore(query);
    const handover = createLinkHandover();
    const isSignUpOpen = config.ASSAY_DASHBOARD_SIGN_UP === 'open';
    const signIn = createSignIn({
      pool: openPool(config, schema, tools, { purpose: 'sign-in' }),
      baseUrl,
      secret: config.ASSAY_DASHBOARD_SECRET,
      isSignUpOpen,
      oidcProviders: config.ASSAY_DASHBOARD_OIDC,
      sendMail: mail.send,
      sendSignInMail: limitedSignInMail(mail.send, query, tools),
      isInvited: async (email) => handover.isAwaited(email) || members.isInvited(email),
      takeSignInLink: handover.take,
      guessLimit: createGuessLimit(query, systemClock),
      onGuessRefused: refusedGuesses(tools),
      accountHooks: limitedAccountHooks(members, query),
    });
    const clients = connectServices(config, tools);
    const sealer = createSealer(config.ASSAY_DASHBOARD_SECRET_KEYS, 'ASSAY_DASHBOARD_SECRET_KEYS');
    const dashboardTools: DashboardTools = {
      ...clients,
      members,
      signIn,
      openings: createOpenings(
        openPostgres(config, schema, tools, { purpose: 'openings', connections: openingConnections }),
      ),
      catalog: await loadCatalog(),
      playground: createPlayground(
        config.ASSAY_GATEWAY_URL ?? config.ASSAY_PUBLIC_URL,
        createPlaygroundKeys(query, sealer, clients.billing.CreateAccountKey, systemClock),
      ),
      deployment: deploymentOf(config, isSignUpOpen),
    };
    const app = createApp({
      routes: await loadFolder<ApiRoute>(new URL('api/routes/', import.meta.url), 'route', import.meta.url),
      tools: dashboardTools,
      baseUrl,
      trustedProxies: config.ASSAY_DASHBOARD_TRUST_PROXY,
      pages,
      requestLimit: requestLimitOf(config, baseUrl, tools),
      log: tools.log,
    });
    const lingerMs = lingerMsOf(config);
    const reportUnexpected = createUnexpectedReport(tools);
    const server = await serveHttp(app, config.ASSAY_DASHBOARD_PORT, config.ASSAY_BIND_HOST, {
      // Behind a proxy, all browsers have the proxy's address, so no limit per address applies.
      maxConnectionsPerAddress: config.ASSAY_DASHBOARD_TRUST_PROXY > 0 ? 0 : maxConnectionsPerAddress,
      lingerMs,
      onUnexpected: (error) => reportUnexpected('a request', error),
    });
    tools.onDrain(server.drain);
    // The streams of events end only here, after the last requests had time to finish.
    tools.defer('web port', () => server.close(2 * lingerMs));
    const operators = composeOperators(config.ASSAY_ADMIN_TOKEN, clients.billing, tools);
    const check = () => checkDashboard({ postgres, schema, config, verifyMail: mail.verify }, tools);
    const openParts = openServiceParts(config, tools.identity, check);
    tools.operationsPage('/doctor', createDoctorPage({ operators, openParts }, tools));
    const handlers = operatorHandlers({ signIn, members, handover, check });
    return { http: server.port, rpc: await serveRpc(services.dashboard, handlers, config, tools, operators) };
  },
});

function deploymentOf(config: DashboardConfig, isSignUpOpen: boolean): Deployment {
  return {
    mode: config.ASSAY_MODE,
    apiUrl: config.ASSAY_PUBLIC_URL,
    mailboxUrl: config.ASSAY_DASHBOARD_MAILBOX_URL ?? null,
    isSignUpOpen,
    oidcProviders: config.ASSAY_DASHBOARD_OIDC.map(({ id, name }) => ({ id, name })),
  };
}

function requestLimitOf(config: DashboardConfig, baseUrl: string, { metrics }: ServiceTools): BrowserRequestLimit {
  return createBrowserRequestLimit({
    session: {
      perSecond: config.ASSAY_DASHBOARD_SESSION_REQUESTS_PER_SECOND,
      burst: config.ASSAY_DASHBOARD_SESSION_REQUESTS_BURST,
    },
    network: {
      perSecond: config.ASSAY_DASHBOARD_NETWORK_REQUESTS_PER_SECOND,
      burst: config.ASSAY_DASHBOARD_NETWORK_REQUESTS_BURST,
    },
    cookieName: sessionCookieName(baseUrl),
    maxEntries: maxRememberedSessions,
    now: () => performance.now(),
    metrics,
  });
}

/** Returns a function that counts and logs refused password guesses, without the e-mail address. */
function refusedGuesses({ log, metrics }: Pick<ServiceTools, 'log' | 'metrics'>): () => void {
  const refused = metrics.counter(
    'assay_dashboard_guesses_refused_total',
    'Password guesses that were refused, because too many wrong passwords were tried for their e-mail address.',
    [],
  );
  const warn = createThrottledWarning(log);
  return () => {
    refused.inc();
    warn('refused a password guess: too many wrong passwords were tried for its e-mail address');
  };
}

/** Returns the sender of mails about sign-in. It counts and logs the mails that it drops, without their addresses. */
function limitedSignInMail(
  send: SendMail,
  query: Postgres['query'],
  { log, metrics }: Pick<ServiceTools, 'log' | 'metrics'>,
): SendMail {
  const dropped = metrics.counter(
    'assay_dashboard_mails_dropped_total',
    'Sign-in mails that were not sent, because their mailbox got too many.',
    [],
  );
  const warn = createThrottledWarning(log);
  return limitedMail(send, createCountLimit(query, systemClock, 'invitation_mail', signInMails), () => {
    dropped.inc();
    warn('dropped a sign-in mail: its mailbox got too many');
  });
}

function connectServices(
  config: DashboardConfig,
  tools: ServiceTools,
): Pick<DashboardTools, 'billing' | 'engine' | 'watches'> {
  const { identity } = tools;
  const billing = connect(services.billing, config.ASSAY_BILLING_ADDRESS, { identity });
  const engine = connect(services.engine, config.ASSAY_ENGINE_ADDRESS, { identity });
  const watch = connect(services.watch, config.ASSAY_WATCH_ADDRESS, { identity });
  for (const [name, client] of Object.entries({ billing, engine, watch })) {
    tools.defer(`${name} client`, client.close);
  }
  tools.check('billing', () => billing.ready(readyTimeoutMs), { need: 'start' });
  return { billing: billing.methods, engine: engine.methods, watches: watch.methods };
}

/** Returns the hooks of accounts, which limit the invitations of each person and to each recipient. */
function limitedAccountHooks(members: MemberStore, query: Postgres['query']): ReturnType<typeof accountHooks> {
  return accountHooks({
    members,
    ofPerson: createCountLimit(query, systemClock, 'invitation_mail', mailsOfPerson),
    toRecipient: createCountLimit(query, systemClock, 'invitation_mail', mailsToRecipient),
  });
}
