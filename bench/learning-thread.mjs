import { register } from 'tsx/esm/api';

// A worker does not inherit the loader of TypeScript from the program that starts it.
register();
await import('../services/engine/src/monitoring/thread-entry.ts');
