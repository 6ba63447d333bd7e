import type { experimental } from '@grpc/grpc-js';
import { createPrivateKey, X509Certificate } from 'node:crypto';
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
 * own watcher, it reads and checks the files before it returns. So a service with a wrong path or content does not
 * start. The timer that checks for replaced files does not keep the process alive. Throws an error that names the file
 * when a file cannot be read or used now.
 * @param onFailure receives the error of a later read; the previous certificates stay in use.
 * @param checkMs interval of the checks for replaced files, in milliseconds.
 */
export function watchCertificateFiles(
  files: TlsFiles,
  onFailure: (error: unknown) => void,
  checkMs: number = checkEveryMs,
): Provider {
  let current = read(files);
  checkContents(files, current);
  const caListeners = new Set<CaListener>();
  const identityListeners = new Set<IdentityListener>();
  const check = (): void => {
    try {
      const next = read(files);
      if (isSame(current, next)) {
        return;
      }
      checkContents(files, next);
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

/** Throws an error that names the file whose content TLS cannot use. The error shows no part of the key. */
function checkContents({ certFile, keyFile, caFile }: TlsFiles, { ca, certificate, privateKey }: Contents): void {
  const check = (what: string, run: () => unknown): void => {
    try {
      run();
    } catch (error) {
      throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
  check(`${certFile} must contain a certificate in PEM`, () => new X509Certificate(certificate));
  check(`${caFile} must contain the certificate of an authority in PEM`, () => new X509Certificate(ca));
  check(`${keyFile} must contain the key of ${certFile} in PEM`, () => {
    if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))) {
      throw new Error('it is the key of another certificate');
    }
  });
}

function isSame(a: Contents, b: Contents): boolean {
  return a.ca.equals(b.ca) && a.certificate.equals(b.certificate) && a.privateKey.equals(b.privateKey);
}
