import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ProviderStream } from './define-stream.ts';

/**
 * Loads the streams of every provider folder that has a `stream` file. Throws when two streams have the same id, when a
 * URL has no TLS, and when a limit is below one. The error names the stream.
 */
export async function loadStreams(): Promise<readonly ProviderStream[]> {
  const directory = new URL('./providers/', import.meta.url);
  const ending = extname(new URL(import.meta.url).pathname);
  const folders = (await readdir(directory)).sort();
  const streams: ProviderStream[] = [];
  for (const folder of folders) {
    const file = new URL(`${folder}/stream${ending}`, directory);
    if (existsSync(file)) {
      const module = (await import(file.href)) as { readonly default?: readonly ProviderStream[] };
      streams.push(...(module.default ?? []));
    }
  }
  checkStreams(streams);
  return streams;
}

/** Throws for an invalid declaration. See loadStreams. */
export function checkStreams(streams: readonly ProviderStream[]): void {
  const ids = new Set<string>();
  for (const { id, url, limits, silentAfterMs } of streams) {
    if (ids.has(id)) {
      throw new Error(`two streams have the id ${id}`);
    }
    ids.add(id);
    if (!URL.canParse(url) || !/^(wss|https):/.test(url)) {
      throw new Error(`${id}: the address of a stream must begin with wss or https`);
    }
    if (Math.min(limits.topicsPerConnection, limits.topicsPerRequest, limits.requestsPerSecond, silentAfterMs) < 1) {
      throw new Error(`${id}: the limits of a stream must be 1 or more`);
    }
  }
}
