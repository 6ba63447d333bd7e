import type { ClusterSecrets } from './cluster-secrets.ts';
import { renewAuthority, renewCertificate, type CertificateTerms, type Holder, type SecretData } from './renewal.ts';

/** The certificates of one release. */
export type Certificates = {
  /** Name of the Secret of the authority. */
  readonly authority: string;
  readonly holders: readonly Holder[];
  readonly terms: CertificateTerms;
};

/**
 * Creates the missing certificates of a release, and renews those that are due. Returns the names of the Secrets that it
 * wrote. Rejects when the cluster refuses; a later run continues where this one stopped.
 */
export async function renewAll(secrets: ClusterSecrets, wanted: Certificates, nowMs: number): Promise<string[]> {
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
  const authority = await renew(wanted.authority, (existing) => renewAuthority(existing, wanted.authority, nowMs));
  for (const holder of wanted.holders) {
    await renew(holder.secret, (existing) => renewCertificate(existing, holder, authority, wanted.terms, nowMs));
  }
  return written;
}
