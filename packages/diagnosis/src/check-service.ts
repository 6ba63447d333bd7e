import { pause } from '@assay/runtime/clock';
import { checkCertificate, type TlsSettings } from './check-certificate.ts';
import type { Finding, Judged } from './finding.ts';
import type { Nats } from '@assay/messaging/nats';
import type { Postgres } from '@assay/storage/postgres';
import type { ServiceTools } from '@assay/runtime/run';

/** The dependencies of a service that the check tests. */
export type CheckedService = {
  readonly postgres: Postgres;
  /** The name of the service's PostgreSQL schema. */
  readonly schema: string;
  /** Returns the connection to NATS; undefined before the first connection. Absent for a service without NATS. */
  readonly nats?: () => Nats | undefined;
  readonly config: TlsSettings & { readonly ASSAY_MODE: 'live' | 'sandbox' };
};

/** Maximum time of one check, in milliseconds, so that the whole check ends even if a dependency never answers. */
const timeoutMs = 5_000;

/**
 * Checks the database, the NATS connection and the certificate of the service in which it runs. Takes at most five
 * seconds. Never rejects.
 */
export async function checkService(
  service: string,
  { postgres, schema, nats, config }: CheckedService,
  tools: Pick<ServiceTools, 'log'>,
): Promise<Finding[]> {
  const run = async (name: string, check: () => Promise<Judged>): Promise<Finding> => {
    const judged = await bounded(name, check, tools);
    return { subject: 'service', name: `${service}: ${name}`, facts: {}, ...judged };
  };
  return Promise.all([
    run('PostgreSQL', () => checkPostgres(postgres, schema, config.ASSAY_MODE)),
    ...(nats === undefined ? [] : [run('NATS', () => checkNats(nats()))]),
    run('certificate', async () => checkCertificate(config)),
  ]);
}

/**
 * Runs one check within `timeoutMs`. When the check throws, logs the error. The finding leaves out the error's message,
 * because it may contain a host name.
 */
export async function bounded(
  name: string,
  check: () => Promise<Judged>,
  tools: Pick<ServiceTools, 'log'>,
): Promise<Judged> {
  const late: Judged = {
    status: 'failure',
    outcome: 'unreachable',
    message: `${name} does not answer`,
    remedy: `Check that ${name} runs and that this service may reach it. The log of the service has the cause.`,
  };
  try {
    return await Promise.race([check(), pause(timeoutMs).then(() => late)]);
  } catch (error) {
    tools.log.warn({ err: error }, `the operator's check could not use ${name}`);
    return late;
  }
}

type PostgresState = {
  readonly version: string;
  readonly role: string;
  readonly is_superuser: boolean;
  readonly is_read_only: boolean;
  readonly has_schema: boolean;
  readonly backend: number;
};

async function checkPostgres(postgres: Postgres, schema: string, mode: 'live' | 'sandbox'): Promise<Judged> {
  const startedAt = performance.now();
  const { state, ownProcess } = await postgres.transaction(async (client) => {
    const { rows } = await client.query<PostgresState>(
      `SELECT current_setting('server_version') AS version, current_user AS role,
              (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser,
              pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS is_read_only,
              coalesce(has_schema_privilege(to_regnamespace($1)::oid, 'USAGE'), false) AS has_schema,
              pg_backend_pid() AS backend`,
      [schema],
    );
    return { state: rows[0], ownProcess: (client as unknown as { readonly processID?: number }).processID };
  });
  if (state === undefined) {
    throw new Error('PostgreSQL returned no row');
  }
  const facts = {
    version: state.version,
    role: state.role,
    // A connection pooler sits between service and server when these process ids differ: the id at the start of the
    // connection is then the pooler's.
    pooler: ownProcess === undefined || ownProcess === state.backend ? 'none' : 'in between',
    latency: `${Math.round(performance.now() - startedAt)} ms`,
  };
  return { ...postgresOutcome(state, schema, mode), facts };
}

function postgresOutcome(state: PostgresState, schema: string, mode: 'live' | 'sandbox'): Judged {
  if (!state.has_schema) {
    const remedy = 'Run the migrations and deploy/postgres/roles.sql, and check the role in ASSAY_PG_URL.';
    const message = `the role of this service has no rights on the schema ${schema}`;
    return { status: 'failure', outcome: 'no_rights', message, remedy };
  }
  if (state.is_read_only) {
    const remedy = 'Point ASSAY_PG_URL to the primary: the service writes.';
    return { status: 'failure', outcome: 'read_only', message: 'PostgreSQL accepts no writes here', remedy };
  }
  if (state.is_superuser && mode === 'live') {
    const remedy =
      'Give each service its own role: docs/operate/database.md has the roles, and "make roles" makes them.';
    return { status: 'warning', outcome: 'superuser', message: 'the service connects as a superuser', remedy };
  }
  return { status: 'ok', outcome: 'ok', message: 'PostgreSQL works', remedy: '' };
}

async function checkNats(nats: Nats | undefined): Promise<Judged> {
  if (nats === undefined || !nats.connected()) {
    return {
      status: 'failure',
      outcome: 'unreachable',
      message: nats === undefined ? 'NATS has not answered yet' : 'the connection to NATS is lost',
      remedy: 'Check ASSAY_NATS_URL, the credentials of the service, and that NATS runs. The log has the cause.',
    };
  }
  const roundTripMs = await nats.connection.rtt();
  const { version = 'unknown', jetstream = false } = nats.connection.info ?? {};
  const facts = { version, latency: `${Math.round(roundTripMs)} ms`, JetStream: jetstream ? 'on' : 'off' };
  return jetstream
    ? { status: 'ok', outcome: 'ok', message: 'NATS works', remedy: '', facts }
    : {
        status: 'failure',
        outcome: 'no_jetstream',
        message: 'NATS runs without JetStream',
        remedy: 'Start NATS with JetStream: deploy/nats/nats-server.conf does.',
        facts,
      };
}
