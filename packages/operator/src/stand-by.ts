import { runService } from '@assay/runtime/run';
import { z } from 'zod';

/**
 * A process that only waits, so that operators can run commands inside its pod: kubectl exec deploy/assay-operator -- node
 * deploy/image/operator.mjs. It serves the operations port and nothing else.
 */
await runService({ name: 'operator', hasNoRpc: true, config: z.object({}), start: () => Promise.resolve({}) });
