import type { experimental } from '@grpc/grpc-js';
import { readFileSync } from 'node:fs';

/** Files with a process's certificate chain, its key and the authority that it trusts, all in PEM. */
export type TlsFiles = {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile: string;
};

type Provider = experimental.CertificateProvider;
type CaListener = Parameters<Provider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<Provider['addIdentityCertificateListener']>[0];
type Contents = { readonly ca: Buffer; readonly certificate: Buffer; readonly privateKey: Buffer };

const checkEveryMs = 5_000;

/**
 * Gives gRPC the certificates in files, and gives them again after somebody replaced the files. Unlike the library's
 * own watcher, it reads the files before it returns, so a service with a wrong path does not start. Its timer does not
 * keep the process alive.
 * @param onFailure receives the error of a later read; the previous certificates stay in use.
 * @param checkMs interval of the checks for replaced files, in milliseconds. Throws when a file cannot be read now.
 */
export function watchCertificateFiles(
  files: TlsFiles,
  onFailure: (error: unknown) => void,
  checkMs: number = checkEveryMs,
): Provider {
  let current = read(files);
  const caListeners = new Set<CaListener>();
  const identityListeners = new Set<IdentityListener>();
  const check = (): void => {
    try {
      const next = read(files);
      if (isSame(current, next)) {
        return;
      }
      current = next;
    } catch (error) {
      onFailure(error);
      return;
    }
    caListeners.forEach((listener) => listener({ caCertificate: current.ca }));
    identityListeners.forEach((listener) => listener(current));
  };
  setInterval(check, checkMs).unref();
  return {
    addCaCertificateListener: (listener) => {
      caListeners.add(listener);
      process.nextTick(() => listener({ caCertificate: current.ca }));
    },
    removeCaCertificateListener: (listener) => void caListeners.delete(listener),
    addIdentityCertificateListener: (listener) => {
      identityListeners.add(listener);
      process.nextTick(() => listener(current));
    },
    removeIdentityCertificateListener: (listener) => void identityListeners.delete(listener),
  };
}

function read(files: TlsFiles): Contents {
  return {
    ca: readFileSync(files.caFile),
    certificate: readFileSync(files.certFile),
    privateKey: readFileSync(files.keyFile),
  };
}

function isSame(a: Contents, b: Contents): boolean {
  return a.ca.equals(b.ca) && a.certificate.equals(b.certificate) && a.privateKey.equals(b.privateKey);
}
