import type { webcrypto } from 'node:crypto';

/** A name that bundlers do not follow, because workers have no such module. */
const nodeModule: string = 'node:crypto';

/** Returns the Web Crypto API: the global of workers, Deno, Bun and browsers. In Node.js 18 it is a module. */
export async function webCrypto(): Promise<webcrypto.Crypto> {
  const { crypto: global } = globalThis as { crypto?: webcrypto.Crypto };
  if (global !== undefined) {
    return global;
  }
  const module = (await import(/* webpackIgnore: true */ /* @vite-ignore */ nodeModule)) as {
    readonly webcrypto: webcrypto.Crypto;
  };
  return module.webcrypto;
}
