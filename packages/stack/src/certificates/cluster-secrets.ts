import { readFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { z } from 'zod';
import type { SecretData } from './renewal.ts';

/** The Secrets of one namespace of a Kubernetes cluster. */
export type ClusterSecrets = {
  /** Returns the data of a Secret; undefined when there is none. */
  readonly read: (name: string) => Promise<StoredSecret | undefined>;
  /**
   * Creates a Secret, or replaces the version that was read. Rejects when another process has changed the Secret since
   * it was read.
   */
  readonly write: (name: string, data: SecretData, replaced: StoredSecret | undefined) => Promise<void>;
};

/** A Secret with its version. */
export type StoredSecret = { readonly data: SecretData; readonly resourceVersion: string };

const secretSchema = z.object({
  metadata: z.object({ resourceVersion: z.string() }),
  data: z.record(z.string(), z.string()).default({}),
});

/** Sends a request to the API server. Returns the status and the body. */
export type SendToApi = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly text: string }>;

const timeoutMs = 10_000;
const notFound = 404;

/**
 * Opens the Secrets of a namespace.
 * @param labels mark the Secrets that this program creates.
 */
export function openClusterSecrets(
  send: SendToApi,
  namespace: string,
  labels: Readonly<Record<string, string>>,
): ClusterSecrets {
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets`;
  return {
    read: async (name) => {
      const answer = await send('GET', `${path}/${encodeURIComponent(name)}`);
      if (answer.status === notFound) {
        return undefined;
      }
      requireSuccess(answer, `read the Secret ${name}`);
      const { metadata, data } = secretSchema.parse(JSON.parse(answer.text));
      return { data: mapValues(data, decode), resourceVersion: metadata.resourceVersion };
    },
    write: async (name, data, replaced) => {
      const metadata = { name, namespace, labels, ...(replaced === undefined ? {} : versionOf(replaced)) };
      const body = { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data: mapValues(data, encode) };
      const answer =
        replaced === undefined
          ? await send('POST', path, body)
          : await send('PUT', `${path}/${encodeURIComponent(name)}`, body);
      requireSuccess(answer, `write the Secret ${name}`);
    },
  };
}

/**
 * Returns a function that sends requests to the API server as a service account. It reads the account's files from the
 * folder where Kubernetes mounts them.
 */
export function sendAsServiceAccount(
  apiServer: { readonly host: string; readonly port: number },
  folder: string,
): SendToApi {
  const ca = readFileSync(join(folder, 'ca.crt'));
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      // Read the token for each request, because Kubernetes replaces it from time to time.
      const token = readFileSync(join(folder, 'token'), 'utf8').trim();
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const apiRequest = httpsRequest({ ...apiServer, ca, method, path, headers, timeout: timeoutMs }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
        response.on('error', reject);
      });
      apiRequest.on('timeout', () =>
        apiRequest.destroy(new Error(`the API server did not answer within ${timeoutMs} ms`)),
      );
      apiRequest.on('error', reject);
      apiRequest.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

function versionOf({ resourceVersion }: StoredSecret): { readonly resourceVersion: string } {
  return { resourceVersion };
}

/** Throws an error with the API server's message, unless the status is a success. The message contains no secret. */
function requireSuccess({ status, text }: { readonly status: number; readonly text: string }, action: string): void {
  if (status < 200 || status >= 300) {
    const serverMessage = z.object({ message: z.string() }).safeParse(parse(text)).data?.message ?? '';
    throw new Error(`could not ${action}: HTTP ${status} ${serverMessage}`.trimEnd());
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const encode = (text: string): string => Buffer.from(text).toString('base64');
const decode = (text: string): string => Buffer.from(text, 'base64').toString();

function mapValues(data: SecretData, change: (text: string) => string): SecretData {
  return Object.fromEntries(Object.entries(data).map(([key, text]) => [key, change(text)]));
}
