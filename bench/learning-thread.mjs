import { register } from 'tsx/esm/api';

// A worker does not inherit the TypeScript loader of the program that starts it.
register();
await import('../services/engine/src/monitoring/thread-entry.ts');
