import type { ClusterSecrets } from './cluster-secrets.ts';
import { renewAuthority, renewCertificate, type CertificateTerms, type Holder, type SecretData } from './renewal.ts';

/** The certificates that one release of the chart needs. */
export type Certificates = {
  /** Name of the Secret with the authority's certificate and key. */
  readonly authority: string;
  readonly holders: readonly Holder[];
  readonly terms: CertificateTerms;
};

/**
 * Creates the missing certificates of a release, and renews those that expire soon. Returns the names of the Secrets
 * that it wrote. Rejects when the cluster refuses; a later run continues where this one stopped.
 */
export async function renewAll(
  secrets: ClusterSecrets,
  requestedCertificates: Certificates,
  nowMs: number,
): Promise<string[]> {
  const written: string[] = [];
  const renew = async (name: string, change: (existing: SecretData | undefined) => SecretData): Promise<SecretData> => {
    const existing = await secrets.read(name);
    const data = change(existing?.data);
    if (data !== existing?.data) {
      await secrets.write(name, data, existing);
      written.push(name);
    }
    return data;
  };
  const authority = await renew(requestedCertificates.authority, (existing) =>
    renewAuthority(existing, requestedCertificates.authority, nowMs),
  );
  for (const holder of requestedCertificates.holders) {
    await renew(holder.secret, (existing) =>
      renewCertificate(existing, holder, authority, requestedCertificates.terms, nowMs),
    );
  }
  return written;
}
