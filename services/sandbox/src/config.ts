import { port } from '@assay/runtime/config';
import { z } from 'zod';
import { nodeNames } from './chain/nodes.ts';

/** The settings of the sandbox. */
export const sandboxConfig = z.object({
  ASSAY_SANDBOX_PORT: port.default(0).describe('Port of the sandbox; 0 takes a free one.'),
  ASSAY_SANDBOX_SMTP_PORT: port
    .optional()
    .describe(
      'Port of an SMTP server whose mails the page /mailbox shows; 0 takes a free port. Without this setting the sandbox has no SMTP server.',
    ),
  ASSAY_SANDBOX_SEED: z
    .string()
    .min(1)
    .default('assay')
    .describe('Seed of the market. The same seed gives the same prices at the same times.'),
  ASSAY_ACCOUNT_DIR: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder of account files in the form of `solana account --output json`. The chain starts with these accounts.',
    ),
  ASSAY_SANDBOX_RESOLD_NODE: z
    .enum(nodeNames, `must be one of ${nodeNames.join(', ')}`)
    .optional()
    .describe('Node that node-d resells, to test that the engine detects this.'),
  ASSAY_MODE: z
    .literal('sandbox', 'must be "sandbox" or absent: the sandbox never runs with live data')
    .default('sandbox')
    .describe('Mode of the whole system. The sandbox refuses any mode but its own.'),
});
