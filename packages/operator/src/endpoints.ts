import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadIdentity, tlsFiles, type Identity } from '@assay/rpc/identity';
import { withoutLineBreak } from '@assay/runtime/config';
import { parseServiceAddresses, serviceAddressRule } from '@assay/runtime/service-address';
import { z } from 'zod';

const stackFileSchema = z.object({
  billingAddress: z.string().min(1),
  engineAddress: z.string().min(1),
  adminToken: z.string().min(1),
  /** The address of the watch service, which only traces of watches need. Absent when no watch service runs. */
  watchAddress: z.string().optional(),
  /** The address of the dashboard, which only the dashboard's commands need. */
  dashboardAddress: z.string().optional(),
});

/** The addresses of the services that operator commands call, and the operator's token. */
export type OperatorEndpoints = z.infer<typeof stackFileSchema> & {
  /** The operator's certificate, for services that use mutual TLS. */
  readonly identity?: Identity;
  /** URL of a trace in a trace viewer. {traceId} is replaced by the 32 hex digits. */
  readonly traceViewerUrl?: string;
};

/**
 * Returns the URL of a trace's spans in a trace viewer; undefined when no viewer is configured. Throws when the viewer's URL
 * has no {traceId}.
 */
export function spansUrlOf(
  { traceViewerUrl }: Pick<OperatorEndpoints, 'traceViewerUrl'>,
  digits: string,
): string | undefined {
  if (traceViewerUrl?.includes('{traceId}') === false) {
    throw new Error('ASSAY_TRACE_VIEWER_URL must contain {traceId}, such as http://localhost:3000/trace/{traceId}');
  }
  return traceViewerUrl?.replaceAll('{traceId}', digits);
}

/**
 * Finds the services. Each value comes from its variable: ASSAY_BILLING_ADDRESS, ASSAY_ENGINE_ADDRESS,
 * ASSAY_WATCH_ADDRESS, ASSAY_DASHBOARD_ADDRESS and ASSAY_ADMIN_TOKEN. When a variable is missing, the value comes from
 * stack.json in ASSAY_DATA_DIR (default `.data`). ASSAY_TRACE_VIEWER_URL is the URL of a trace in a trace viewer.
 * ASSAY_TLS_CERT_FILE, ASSAY_TLS_KEY_FILE and ASSAY_TLS_CA_FILE name the certificate for mutual TLS. With
 * ASSAY_MUTUAL_TLS=optional, commands also reach services without TLS. Throws an error that names the variable when an
 * address is not host:port. Throws another error that names every variable without a value.
 */
export function findServices(environment: Readonly<Record<string, string | undefined>>): OperatorEndpoints {
  const addresses = {
    billingAddress: environment['ASSAY_BILLING_ADDRESS'],
    engineAddress: environment['ASSAY_ENGINE_ADDRESS'],
    adminToken: withoutLineBreak(environment['ASSAY_ADMIN_TOKEN']),
    watchAddress: environment['ASSAY_WATCH_ADDRESS'],
    dashboardAddress: environment['ASSAY_DASHBOARD_ADDRESS'],
  };
  checkAddresses(environment);
  const files = tlsFiles(environment);
  const mutualTls = environment['ASSAY_MUTUAL_TLS'] === 'optional' ? 'optional' : 'required';
  const viewer = environment['ASSAY_TRACE_VIEWER_URL'] ?? '';
  const identity = {
    ...(files === undefined ? {} : { identity: loadIdentity(files, { mutualTls }) }),
    ...(viewer === '' ? {} : { traceViewerUrl: viewer }),
  };
  const set = Object.fromEntries(Object.entries(addresses).filter(([, value]) => value !== undefined && value !== ''));
  const complete = stackFileSchema.safeParse(set);
  if (complete.success) {
    return { ...complete.data, ...identity };
  }
  const file = join(environment['ASSAY_DATA_DIR'] || '.data', 'stack.json');
  const merged = stackFileSchema.safeParse({ ...readStackFile(file), ...set });
  if (!merged.success) {
    const missing = requiredVariables.filter(([name]) => merged.error.issues.some(({ path }) => path[0] === name));
    const variables = missing.map(([, variable]) => variable);
    throw new Error(
      `${variables.join(', ')} ${variables.length === 1 ? 'is' : 'are'} missing here and in ${file}. Run "make up", or set ${variables.length === 1 ? 'it' : 'them'}`,
    );
  }
  return { ...merged.data, ...identity };
}

/** The values that every command needs: the name of each value in stack.json, and its environment variable. */
const requiredVariables = [
  ['billingAddress', 'ASSAY_BILLING_ADDRESS'],
  ['engineAddress', 'ASSAY_ENGINE_ADDRESS'],
  ['adminToken', 'ASSAY_ADMIN_TOKEN'],
] as const;

/** Throws an error that names the first variable with a wrong address. */
function checkAddresses(environment: Readonly<Record<string, string | undefined>>): void {
  for (const service of ['BILLING', 'ENGINE', 'WATCH', 'DASHBOARD']) {
    const name = `ASSAY_${service}_ADDRESS`;
    const value = environment[name] ?? '';
    if (value !== '' && parseServiceAddresses(value) === undefined) {
      throw new Error(`${name} ${serviceAddressRule}`);
    }
  }
}

function readStackFile(file: string): object {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    // Return nothing here. The caller reports that the file is missing or invalid.
    return {};
  }
}
