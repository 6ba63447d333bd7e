import { port } from '@assay/service/config';
import { z } from 'zod';
import { nodeNames } from './chain/nodes.ts';

/** Settings of the sandbox. */
export const sandboxConfig = z.object({
  ASSAY_SANDBOX_PORT: port.default(0).describe('Port of the sandbox; 0 takes a free one.'),
  ASSAY_SANDBOX_SEED: z
    .string()
    .min(1)
    .default('assay')
    .describe('What the market follows from: the same seed gives the same prices at the same moments.'),
  ASSAY_ACCOUNT_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A folder of account files, as `solana account --output json` writes them, to put on the chain at start.',
    ),
  ASSAY_SANDBOX_RESOLD_NODE: z
    .enum(nodeNames, `must be one of ${nodeNames.join(', ')}`)
    .optional()
    .describe('A node that is also sold under another name, as node-d, to see that the two are found to be one.'),
  ASSAY_MODE: z
    .literal('sandbox', 'must be "sandbox" or absent: the sandbox is never started beside live data')
    .default('sandbox')
    .describe('The mode of the whole system; the sandbox refuses any but its own.'),
});
