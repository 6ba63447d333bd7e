import { z } from 'zod';

/** A PEM file for mutual TLS between services. */
const tlsFile = z.string().min(1).optional();

/** Certificates for mutual TLS between services. Either all three are set or none. */
export const tlsConfig = z.object({
  ASSAY_TLS_CERT_FILE: tlsFile.describe("PEM file of this process's certificate; with it gRPC uses mutual TLS."),
  ASSAY_TLS_KEY_FILE: tlsFile.describe("PEM file of the certificate's key."),
  ASSAY_TLS_CA_FILE: tlsFile.describe('PEM file of the authority that signs the certificates of all services.'),
});
