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
    role: z.string().nullable().describe('The role of the signer, also when the role needs further signers.'),
    reason: z.string(),
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
