import { jest } from '@jest/globals';

// A whole system may be slow on a small machine. The timeout still ends a test that hangs.
jest.setTimeout(30_000);
