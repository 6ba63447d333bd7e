import { z } from 'zod';
import { address, addressParam, slot } from '../../addresses.ts';
import { defineDataType } from '../../define.ts';

export default defineDataType({
  id: 'chain.can_sign',
  description: 'Whether one signer alone can sign for a target, and in which role.',
  params: z.object({
    signer: addressParam('The address of the signer.'),
    target: addressParam('The account, mint or program to sign for.'),
  }),
  inferredParams: [],
  data: z.object({
    signer: address,
    target: address,
    canSign: z.boolean().describe('Whether this signer alone can sign for the target in the given role.'),
    role: z
      .string()
      .nullable()
      .describe(
        'The role of the signer, even if the role needs further signers to sign. Null if the signer has no role.',
      ),
    reason: z.string().describe('The reason for canSign and role, as a sentence.'),
    slot,
  }),
  origin: 'derived',
  maxAgeMs: 30_000,
  levelCeiling: 'anchored',
  levelCeilingReason: null,
  watchedParam: 'target',
  example: {
    signer: 'EWT3NX11eVVyoyQ6WwtxF5C2wsyXXzKC4DcGSwAhCfzv',
    target: 'BA1gS5NMnxyKDSa56hatrAGb7x8gRS3DpTNqXWXjmwHc',
  },
});
