import type { webcrypto } from 'node:crypto';

/** The name of the module is in a variable, so that bundlers do not try to resolve it. Workers lack the module. */
const nodeModule: string = 'node:crypto';

/** Returns the Web Crypto API. Node.js 18 has it in a module; every other runtime has it as a global. */
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
