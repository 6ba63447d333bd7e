import * as grpc from '@grpc/grpc-js';
import { watchCertificateFiles, type TlsFiles } from './certificate-files.ts';
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
  /** Whether connections use mutual TLS, so that callers are known by their certificates. */
  readonly isMutual: boolean;
};

/** A connection, with the verified certificate of the other side if it presented one. */
export type Certified = { readonly sslPeerCertificate?: { readonly subjectaltname?: string } };

/** The identity of a process without certificates. Connections are not encrypted, and every caller may call every method. */
export const plainIdentity: Identity = {
  client: grpc.credentials.createInsecure(),
  server: grpc.ServerCredentials.createInsecure(),
  isMutual: false,
};

/**
 * Returns the identity that the files contain, or `plainIdentity` when there are no files. With files, servers require
 * every client to have a certificate of the same authority. Replaced files take effect within five seconds, for new
 * connections.
 * @param onFailure receives the error when replaced files cannot be read. Throws when a file cannot be read now.
 */
export function loadIdentity(
  files: TlsFiles | undefined,
  onFailure: (error: unknown) => void = () => undefined,
  checkMs?: number,
): Identity {
  if (files === undefined) {
    return plainIdentity;
  }
  const provider = watchCertificateFiles(files, onFailure, checkMs);
  return {
    client: grpc.experimental.createCertificateProviderChannelCredentials(provider, provider, {
      checkServerIdentity: checkServer,
    }),
    server: grpc.experimental.createCertificateProviderServerCredentials(provider, provider, true),
    isMutual: true,
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
