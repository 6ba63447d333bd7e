import { jest } from '@jest/globals';

// Whole systems answer here, on machines of any speed; a test that hangs is still ended.
jest.setTimeout(30_000);
