import { tlsFiles, type MutualTls, type TlsVariables } from '@assay/rpc/identity';
import type { TlsFiles } from '@assay/rpc/certificate-files';
import { z } from 'zod';

/** A PEM file for mutual TLS between services. */
const tlsFile = z.string().min(1).optional();

/** Settings of mutual TLS between services. Set either all three files or none. */
export const tlsConfig = z.object({
  ASSAY_TLS_CERT_FILE: tlsFile.describe("PEM file of this process's certificate. If set, gRPC uses mutual TLS."),
  ASSAY_TLS_KEY_FILE: tlsFile.describe("PEM file of the certificate's key."),
  ASSAY_TLS_CA_FILE: tlsFile.describe('PEM file of the authority that signs the certificates of all services.'),
  ASSAY_MUTUAL_TLS: z
    .enum(['required', 'optional', 'off'])
    .default('required')
    .describe(
      "With required, a service in live mode does not start without the three files above. With off, it starts without them. Every process that reaches its port may then call all its methods, for example to create a key for any account. Choose off only where nothing else reaches the services' ports. With optional, the service needs the files, serves callers with and without TLS on the same port, and calls other services with TLS if they have it. Use optional only to change a running system between off and required.",
    ),
});

/** The settings that decide whether a service needs certificate files. */
type TlsSettings = TlsVariables & {
  readonly ASSAY_MODE: 'live' | 'sandbox';
  readonly ASSAY_MUTUAL_TLS: MutualTls;
};

/**
 * Returns the certificate files of a service; undefined when the service may run without them. Throws an error that says
 * what to set when required files are missing.
 */
export function requiredTlsFiles(config: TlsSettings): TlsFiles | undefined {
  const files = tlsFiles(config);
  if (files === undefined && config.ASSAY_MUTUAL_TLS === 'optional') {
    throw new Error(
      'ASSAY_MUTUAL_TLS=optional needs a certificate: set ASSAY_TLS_CERT_FILE, ASSAY_TLS_KEY_FILE and ' +
        'ASSAY_TLS_CA_FILE, or set ASSAY_MUTUAL_TLS=off',
    );
  }
  if (files === undefined && config.ASSAY_MODE === 'live' && config.ASSAY_MUTUAL_TLS === 'required') {
    throw new Error(
      'a live service needs a certificate, so that only the other services can call it: set ASSAY_TLS_CERT_FILE, ' +
        "ASSAY_TLS_KEY_FILE and ASSAY_TLS_CA_FILE. Where nothing else reaches the services' ports, ASSAY_MUTUAL_TLS=off " +
        'starts it without one',
    );
  }
  return files;
}
