import type { GuardianSet } from './wormhole-vaa.ts';

/**
 * The guardians of Wormhole that sign prices of Pyth: set 5, which a quorum of set 4 approved on 2026-03-15. The test next
 * to this file verifies these signatures.
 * Sources: the upgrade message as the governance emitter of Wormhole published it, and set 4 as two public programs list
 * it: the explorer of Wormhole (wormhole-foundation, `GUARDIAN_SET_4`) and the oracle contract of the chain grug.
 */
export const wormholeGuardians: GuardianSet = {
  index: 5,
  addresses: [
    '5893b5a76c3f739645648885bdccc06cd70a3cd3',
    'ff6cb952589bde862c25ef4392132fb9d4a42157',
    '114de8460193bdf3a2fcf81f86a09765f4762fd1',
    '107a0086b32d7a0977926a205131d8731d39cbeb',
    '8c82b2fd82faed2711d59af0f2499d16e726f6b2',
    '11b39756c042441be6d8650b69b54ebe715e2343',
    '938f104aeb5581293216ce97d771e0cb721221b1',
    '15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20',
    '74a3bf913953d695260d88bc1aa25a4eee363ef0',
    '000ac0076727b35fbea2dac28fee5ccb0fea768e',
    'af45ced136b9d9e24903464ae889f5c8a723fc14',
    'f93124b7c738843cbb89e864c862c38cddcccf95',
    'd2cc37a4dc036a8d232b48f62cdd4731412f4890',
    'da798f6896a3331f64b48c12d1d57fd9cbe70811',
    'd1f64e26238811de5553c40f64af41ee1b6057cc',
    '43ac8f567a31e7850da532b361988bfe0d3ae11b',
    '178e21ad2e77ae06711549cfbb1f9c7a9d8096e8',
    '5e1487f35515d02a92753504a8d75471b9f49edb',
    '6fbebc898f403e4773e95feb15e80c9a99c8348d',
  ],
};
