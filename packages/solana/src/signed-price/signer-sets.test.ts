import { expect, test } from '@jest/globals';
import { pythSigners, signerRules, upgradedAtSeconds, type SignerKind } from './signer-sets.ts';
import { readVaa } from './wormhole-vaa.ts';

/** Wormhole's guardian set 4, which was in force from April 2024. */
const guardiansBefore = [
  '5893b5a76c3f739645648885bdccc06cd70a3cd3',
  'ff6cb952589bde862c25ef4392132fb9d4a42157',
  '114de8460193bdf3a2fcf81f86a09765f4762fd1',
  '107a0086b32d7a0977926a205131d8731d39cbeb',
  '8c82b2fd82faed2711d59af0f2499d16e726f6b2',
  '11b39756c042441be6d8650b69b54ebe715e2343',
  '54ce5b4d348fb74b958e8966e2ec3dbd4958a7cd',
  '15e7caf07c4e3dc8e7c469f92c8cd88fb8005a20',
  '74a3bf913953d695260d88bc1aa25a4eee363ef0',
  '000ac0076727b35fbea2dac28fee5ccb0fea768e',
  'af45ced136b9d9e24903464ae889f5c8a723fc14',
  'f93124b7c738843cbb89e864c862c38cddcccf95',
  'd2cc37a4dc036a8d232b48f62cdd4731412f4890',
  'da798f6896a3331f64b48c12d1d57fd9cbe70811',
  '71aa1be1d36cafe3867910f99c09e347899c19c3',
  '8192b6e7387ccd768277c17dab1b7a5027c0b3cf',
  '178e21ad2e77ae06711549cfbb1f9c7a9d8096e8',
  '5e1487f35515d02a92753504a8d75471b9f49edb',
  '6fbebc898f403e4773e95feb15e80c9a99c8348d',
];

/** The Wormhole governance message that replaced set 4 by set 5, with the signatures of 13 guardians of set 4. */
const upgrade = [
  '01000000040d00ada3cbcc53ec9abef64822eb3bf61784a1cf36dd7975a6f1fa793dfd35cd5b865b0b8daf6e7eec309d870423c5a5b7898c',
  'd56933ca82c824941d932766a014a70001b7731ff820ad5b3f97972428a81c8c8b1c55a42e8ae55f46a95ee7423fd4074b3f03c609cfff92',
  '6a096fe642a1c939d7946972e1bea2bce02b40b766eb5b23e1010321738f8fb68652f1bb485b171badc3b0d347ad3cbcdc95aad0119020a5',
  'f1d46d1d9d92fd423a345b0f2ab2a722a25cace96acca0d1c4f2c839285ed06a6f0fb20104e67cedf1d48251817accb73647b0d16e1d565d',
  '1951baf62b1654b0bb26d516992df131dfdefcc499a41b7a49dead0cb03498ef6108018d88ab5c80397a83432401057f6a06e6d10f5d6cd8',
  '4b552e866abc58c9899bb2a68956eaafca5988c19e8fc979a1d530636f1f897fb039d108d0b7fd4fde8679f75244cf3e10ffd1f605190c01',
  '0675dac57d998d88ea80ad7078b6bf88d73abe8ed2ca960a17736c9a7dbfa168fa1c843b7e43883a0a15d0884bf2a397acacef142da51eec',
  '01bac331bd6e3aeb160008391dc0b9eed3fadc57528f2c32a6a060833aced6d617b95d39ea00300ca3e15951b175d1da741d31293d3bbedd',
  '1826d708675feb3bce56c58535592cdd4a5592000a8f30bde711c2d2b7e7f453be7a42b8da724008a34597c329c3989ecdd4f368f50d61b7',
  'b8c4c7d9f46e28334c4185d03284d90552b1f98cf0cd82c63fb5ecab63000cf67fb4e05463c3982a2379d1f779ad4364ba6ca5b240de82af',
  '4affc4c6ee58a52a972e21bbb254f15a4ea74cb511e32f06c021d9e774b34526e681dfa3537593000ea13cf78e719c7238fceb16f6fa1eb0',
  '8de4c516b3e4c491b63382fdf3df5199543183c1ca67625178fb341484f58a18379bad73625637f0b64bae6b676b89033d000f8e4cfb95d0',
  '1f4f84bf249038f64c10fb2d94f3a0429b01f853665deeebeae5e47e9d93926c97e1925b4be373e6ef96a606bc032b27a1bbcef95caa5c4f',
  '24dea0011111a9fc56e090fb01a739611ca9fd3de40ec53eeeb833e2b4fbab2dfdc176d60c734532248f2b2e5e0fbee8408245a8ca5d5744',
  '0c6d596e981ade750a6e17928a011296e2fd4197141394987d06218f7b99b709adfb9e0511a177f9bfde8e7fbe1d4b55b9e4c2af3a70d2f7',
  '3d6df12c3a60e6a677d476ff4393b9779f2735dbcd36e80169b6aee4a49c205b000100000000000000000000000000000000000000000000',
  '00000000000000000004fcdad9b63b91b4422000000000000000000000000000000000000000000000000000000000436f72650200000000',
  '0005135893b5a76c3f739645648885bdccc06cd70a3cd3ff6cb952589bde862c25ef4392132fb9d4a42157114de8460193bdf3a2fcf81f86',
  'a09765f4762fd1107a0086b32d7a0977926a205131d8731d39cbeb8c82b2fd82faed2711d59af0f2499d16e726f6b211b39756c042441be6',
  'd8650b69b54ebe715e2343938f104aeb5581293216ce97d771e0cb721221b115e7caf07c4e3dc8e7c469f92c8cd88fb8005a2074a3bf9139',
  '53d695260d88bc1aa25a4eee363ef0000ac0076727b35fbea2dac28fee5ccb0fea768eaf45ced136b9d9e24903464ae889f5c8a723fc14f9',
  '3124b7c738843cbb89e864c862c38cddcccf95d2cc37a4dc036a8d232b48f62cdd4731412f4890da798f6896a3331f64b48c12d1d57fd9cb',
  'e70811d1f64e26238811de5553c40f64af41ee1b6057cc43ac8f567a31e7850da532b361988bfe0d3ae11b178e21ad2e77ae06711549cfbb',
  '1f9c7a9d8096e85e1487f35515d02a92753504a8d75471b9f49edb6fbebc898f403e4773e95feb15e80c9a99c8348d',
].join('');

/** The message that replaced router set 0 by set 1, with the signatures of four routers of set 0. */
const routerUpgrade = [
  '01000000000400607876fa32347973a7cf21fec253cb13afe1adcb834a14f278a2560e24184858136a6643fc1afda105067b60526d0461752c',
  'e54266a33f1b465ceadc6dd6049a010143a417b79e09c7c7366eac7199e68e3323d2fbaba84a1b0a68677d6983740dd21fdbb89d5f232849eb',
  '4374895345ed3f0a279956cb9d5eeabff16c6cff83ffe500025f1116a1eceaf55944f0664952bda5254922800daec4ce3642e96a5cd7519b69',
  '2346eb805312355ea87568bccd14ade0453980fc84285e8fa3de75307593b7eb00030d3840ca2a887747049fc44cba318af3307dcf095d49a0',
  'c3717acccd3ec2757f46e2eb61c05faa5688303b88f94135acfd01e6c5eac19a7b4c6a92beb660786e01000000000000000000010000000000',
  '00000000000000000000000000000000000000000000000000000400000000000000010000000000000000000000000000000000000000000000',
  '000000000000436f7265020000000000010541534bb176e461a3fb30479400f210549ecce6386502987b62f21cab7eb5ccd8f0173084b60d5b',
  '4144a3e8f6a382412cf6bb90a3f8106e68977476c913edc776d3063549fdb0702af182edc905a539d43af088854bb768065f4929e5bbdfa4cb',
  'b04c9af9',
].join('');

const governanceEmitter = '0000000000000000000000000000000000000000000000000000000000000004';
/** The start of a governance message: module "Core", action 2 (a new set) and chain 0 (all chains). */
const upgradeHead = '00000000000000000000000000000000000000000000000000000000436f7265020000';

const pinned = (kind: SignerKind, index: number) => {
  const signerSet = pythSigners.find((set) => set.kind === kind && set.index === index);
  if (signerSet === undefined) {
    throw new Error(`set ${index} of the ${kind} is not pinned`);
  }
  return signerSet;
};

/** Checks that a quorum of one set approved the next set, with its addresses in the right order. */
function expectApproved(message: string, kind: SignerKind, index: number, approvers: readonly string[]): void {
  const { message: read, verifySignatures } = readVaa(Buffer.from(message, 'hex'));
  verifySignatures(approvers, signerRules[kind].quorumOf(approvers.length), kind);
  const { addresses } = pinned(kind, index);
  const head = index.toString(16).padStart(8, '0') + addresses.length.toString(16).padStart(2, '0');
  expect([read.emitterChain, read.emitterAddress]).toEqual([1, governanceEmitter]);
  expect(Buffer.from(read.payload).toString('hex')).toBe(upgradeHead + head + addresses.join(''));
}

test('a quorum of the guardian set before approved the pinned set, in its order', () => {
  expectApproved(upgrade, 'guardians', 5, guardiansBefore);
});

test('a quorum of the first routers approved the pinned routers, in their order', () => {
  expectApproved(routerUpgrade, 'routers', 1, pinned('routers', 0).addresses);
});

test.each([
  [upgrade, guardiansBefore],
  [routerUpgrade, pinned('routers', 0).addresses],
])('an upgrade with a changed signer is not approved', (message, approvers) => {
  const changed = `${message.slice(0, -1)}${message.endsWith('0') ? '1' : '0'}`;
  expect(() => readVaa(Buffer.from(changed, 'hex')).verifySignatures(approvers, 3, 'signers')).toThrow(/signature/);
});

test('three of five routers and thirteen of nineteen guardians are a quorum', () => {
  expect([signerRules.routers.quorumOf(5), signerRules.guardians.quorumOf(19)]).toEqual([3, 13]);
});

test('one set of each kind has no end after the upgrade, and the guardians end with it', () => {
  expect(pinned('guardians', 5).untilSeconds).toBe(upgradedAtSeconds);
  expect(pythSigners.filter(({ untilSeconds }) => untilSeconds === undefined)).toEqual([pinned('routers', 1)]);
});
