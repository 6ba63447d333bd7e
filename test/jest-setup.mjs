import { jest } from '@jest/globals';

// The limit is generous, because a whole system is slow on a small machine. It still ends a test that hangs.
jest.setTimeout(30_000);

// Remove `navigator`. If it exists, node-forge assumes a browser, and its arithmetic for browsers is fifty times slower
// under jest.
Object.defineProperty(globalThis, 'navigator', { value: undefined });
