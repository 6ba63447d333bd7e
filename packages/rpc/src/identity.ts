import * as grpc from '@grpc/grpc-js';
import { watchCertificateFiles, type TlsFiles } from './certificate-files.ts';
import { preferMutualTls } from './optional-tls-client.ts';
import { checkServer } from './server-names.ts';

/** The environment variables with the paths of the certificate files. */
export type TlsVariables = {
  readonly ASSAY_TLS_CERT_FILE?: string | undefined;
  readonly ASSAY_TLS_KEY_FILE?: string | undefined;
  readonly ASSAY_TLS_CA_FILE?: string | undefined;
};

/**
 * Returns the certificate files that the variables name; undefined when no variable is set. Throws an error that names the
 * missing variables when only some are set.
 */
export function tlsFiles(variables: TlsVariables): TlsFiles | undefined {
  const {
    ASSAY_TLS_CERT_FILE: certFile = '',
    ASSAY_TLS_KEY_FILE: keyFile = '',
    ASSAY_TLS_CA_FILE: caFile = '',
  } = variables;
  const values = { ASSAY_TLS_CERT_FILE: certFile, ASSAY_TLS_KEY_FILE: keyFile, ASSAY_TLS_CA_FILE: caFile };
  const missing = Object.entries(values).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length === 0) {
    return { certFile, keyFile, caFile };
  }
  if (missing.length < Object.keys(values).length) {
    throw new Error(`mutual TLS needs all three files: set ${missing.join(' and ')} too`);
  }
  return undefined;
}

/** The certificate of a process, and how the process checks the certificates of others in the cluster. */
export type Identity = {
  readonly client: grpc.ChannelCredentials;
  readonly server: grpc.ServerCredentials;
  readonly mutualTls: MutualTls;
};

/**
 * Whether connections use mutual TLS, so that callers are known by their certificates. With `optional`, servers accept
 * connections with and without TLS, and clients try TLS first. It is for the time in which a release changes from `off` to
 * `required`, or back.
 */
export type MutualTls = 'off' | 'optional' | 'required';

/** A connection, with the verified certificate of the other side if it presented one. */
export type Certified = { readonly sslPeerCertificate?: { readonly subjectaltname?: string } };

/** The identity of a process without certificates. Connections are not encrypted, and every caller may call every method. */
export const plainIdentity: Identity = {
  client: grpc.credentials.createInsecure(),
  server: grpc.ServerCredentials.createInsecure(),
  mutualTls: 'off',
};

/** How `loadIdentity` uses the certificate files, and what it reports. */
export type IdentityOptions = {
  /** Whether every connection needs mutual TLS. `required` when absent. */
  readonly mutualTls?: 'optional' | 'required';
  /** Receives the error when replaced files cannot be read. */
  readonly onFailure?: (error: unknown) => void;
  /**
   * Receives the error of a handshake after which a client connected without TLS. Only `optional` allows this. Each
   * kind of error is reported once.
   */
  readonly onPlainFallback?: (error: unknown) => void;
  /** Interval of the checks for replaced files, in milliseconds. */
  readonly checkMs?: number;
};

/**
 * Returns the identity that the files contain, or `plainIdentity` when there are no files. With files, servers require
 * every client to have a certificate of the same authority, unless mutual TLS is optional. Replaced files take effect
 * within five seconds, for new connections. Throws when a file cannot be read now.
 */
export function loadIdentity(files: TlsFiles | undefined, options: IdentityOptions = {}): Identity {
  if (files === undefined) {
    return plainIdentity;
  }
  const { mutualTls = 'required', onFailure = () => undefined, onPlainFallback = () => undefined } = options;
  const provider = watchCertificateFiles(files, onFailure, options.checkMs);
  const client = grpc.experimental.createCertificateProviderChannelCredentials(provider, provider, {
    checkServerIdentity: checkServer,
  });
  return {
    client: mutualTls === 'required' ? client : preferMutualTls(client, oncePerCode(onPlainFallback)),
    server: grpc.experimental.createCertificateProviderServerCredentials(provider, provider, true),
    mutualTls,
  };
}

/** Returns a function that passes on only the first error of each code, because every new connection repeats them. */
function oncePerCode(report: (error: unknown) => void): (error: unknown) => void {
  const reported = new Set<unknown>();
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    if (!reported.has(code)) {
      reported.add(code);
      report(error);
    }
  };
}

/**
 * Returns the names of a caller from its verified certificate. They are the first labels of its DNS names, so
 * `billing.assay.svc` becomes `billing`. Empty without a certificate.
 */
export function callerNames(auth: Certified | null): string[] {
  const names = auth?.sslPeerCertificate?.subjectaltname ?? '';
  return names
    .split(',')
    .map((name) => /^\s*DNS:([^.\s]+)/.exec(name)?.[1])
    .filter((name) => name !== undefined);
}
