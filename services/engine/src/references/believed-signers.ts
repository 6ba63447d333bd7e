import {
  pythSigners,
  upgradedAtSeconds,
  type SignerKind,
  type SignerSet,
} from '@assay/solana/signed-price/signer-sets';

/**
 * The signers that the operator configured. With an empty list of addresses, the engine uses the pinned signer sets.
 */
export type GivenSigners = {
  readonly kind: SignerKind;
  readonly index: number;
  readonly addresses: readonly string[];
};

const sandboxAddresses: readonly string[] = [
  'f39f9009cd9df4f78422dacba89666faf43feede',
  'b2f409d874463675e0aef5fd866512d40f946c1c',
  '33d1b12360c2fd334f0fdd3054658480478654dc',
  '45fdf753a53d2554c5559797dc9c3fc113aa396a',
  '6e27e07387d20b2acc02e175d7bfda68929b797d',
  '274508cab974e7f9f9ba2d8bebccade32a8285ee',
  '14d17239809e35800443f8763597b92dd13e13c1',
  '5e3454b9605edd1e78bdef2a1c9c4c5c9e8a35f2',
  '816896481d3d9da916e57a1a38cfc71c1d4ec7a1',
  'c3805c4d3e7524477afda08612e5c0cc905f3c97',
  '5ed49a0b496e5e6e88272fe4cd9f24e3de218cd2',
  'd5970e7d3d69a5d273855d4ff2960f6876639af9',
  '965f5ab50bdeb5694e69d995523933ad67d3ab70',
  '56dea3b1bed0d78d87ea5d66ece3a7d90d1d6279',
  '7f0397066e4bece75c647b30711236e8efec0e1a',
  '610f056baa8c8178d53d7bb14a0eab4aca444e52',
  '2081a59beb2d4bc52beede4427c6b87a69e80bfb',
  '13e4680952148ddd89d73fce4c52bb0bbeb2758d',
  '518c0327ac3a3d44fa44eeccee40c0f015e8c14a',
];

/**
 * The signers of the sandbox, in the form of Pyth's present signers. Anybody can compute their keys, because each key
 * is the SHA-256 hash of "assay sandbox signer N". So only the sandbox mode accepts them.
 */
export const sandboxSigners: readonly SignerSet[] = [
  { kind: 'guardians', index: 5, addresses: sandboxAddresses, untilSeconds: upgradedAtSeconds },
  { kind: 'routers', index: 1, addresses: sandboxAddresses.slice(0, 5) },
];

/**
 * Returns the signers whose prices the engine accepts: the operator's signers if configured. Otherwise they are the
 * sandbox's signers in sandbox mode, and Pyth's signers in live mode.
 */
export function believedSigners(config: {
  readonly ASSAY_PYTH_GUARDIANS: GivenSigners;
  readonly ASSAY_MODE: 'live' | 'sandbox';
}): readonly SignerSet[] {
  const configured = config.ASSAY_PYTH_GUARDIANS;
  if (configured.addresses.length > 0) {
    return [configured];
  }
  return config.ASSAY_MODE === 'sandbox' ? sandboxSigners : pythSigners;
}
