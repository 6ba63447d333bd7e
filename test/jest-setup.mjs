import { jest } from '@jest/globals';

// A whole system may be slow on a small machine. The timeout still ends a test that hangs.
jest.setTimeout(30_000);

// node-forge takes a program with a navigator for a browser. Its arithmetic for browsers is fifty times slower under jest.
Object.defineProperty(globalThis, 'navigator', { value: undefined });
