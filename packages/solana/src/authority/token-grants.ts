import { readAccounts, type AccountSnapshot, type ChainSnapshot } from '../account.ts';
import { isOnCurve } from '../addresses/on-curve.ts';
import { addressBytes } from '../addresses/program-address.ts';
import { decodeMint } from '../decoders/mint.ts';
import { decodeTokenAccount, type TokenAccount } from '../decoders/token-account.ts';
import { ProblemError } from '../outcome.ts';
import { programs } from '../programs.ts';
import type { Grant, Grants, Role } from './grant.ts';

/**
 * Returns the authorities over a token account: its owner, its delegate, its close authority, and the permanent
 * delegate of its mint.
 */
export function tokenAccountGrants(snapshot: ChainSnapshot, target: AccountSnapshot): Grants {
  const tokenAccount = decodeTokenAccount(target);
  const frozen = tokenAccount.state === 'frozen' ? '; it is frozen, so its tokens cannot move until it is thawed' : '';
  const grants: Grant[] = [
    { role: 'owner', holder: tokenAccount.owner, allows: `move all ${tokenAccount.amount} base units${frozen}` },
  ];
  if (tokenAccount.delegate !== null && tokenAccount.delegatedAmount > 0n) {
    const allows = `move at most ${tokenAccount.delegatedAmount} base units${frozen}`;
    grants.push({ role: 'delegate', holder: tokenAccount.delegate, allows });
  }
  if (tokenAccount.closeAuthority !== null) {
    grants.push({
      role: 'closeAuthority',
      holder: tokenAccount.closeAuthority,
      allows: 'close the account once it is empty',
    });
  }
  const delegate = permanentDelegate(snapshot, tokenAccount);
  if (delegate !== null) {
    const allows = `move or burn all ${tokenAccount.amount} base units, as the mint's permanent delegate`;
    grants.push({ role: 'permanentDelegate', holder: delegate, allows });
  }
  const ownerKey = isOnCurve(addressBytes(tokenAccount.owner));
  const otherwise = ownerKey
    ? `the owner of this token account is ${tokenAccount.owner}`
    : `the owner of this token account, ${tokenAccount.owner}, is an address without a private key: only its program signs for it`;
  return { grants, multisigProgram: tokenAccount.program, otherwise };
}

function permanentDelegate(snapshot: ChainSnapshot, tokenAccount: TokenAccount): string | null {
  // SPL Token mints have no extensions, so the mint need not be read.
  if (tokenAccount.program !== programs.token2022) {
    return null;
  }
  const [account] = readAccounts(snapshot, [tokenAccount.mint]);
  if (account === null) {
    return null;
  }
  const mint = decodeMint(account);
  if (mint.program !== tokenAccount.program) {
    throw new ProblemError(
      'inconsistent',
      `mint ${tokenAccount.mint} is of another token program than its account ${tokenAccount.address}`,
    );
  }
  return mint.extensions.permanentDelegate;
}

/** Returns the authorities over a mint: its mint, freeze and close authorities, and its permanent delegate. */
export function mintGrants(target: AccountSnapshot): Grants {
  const mint = decodeMint(target);
  const holders: readonly (readonly [Role, string | null, string])[] = [
    ['mintAuthority', mint.mintAuthority, 'create more of this token'],
    ['freezeAuthority', mint.freezeAuthority, "freeze and thaw its holders' accounts"],
    ['permanentDelegate', mint.extensions.permanentDelegate, "move or burn any holder's tokens"],
    ['closeAuthority', mint.extensions.closeAuthority, 'close the mint once its supply is zero'],
  ];
  const grants = holders.flatMap(([role, holder, allows]) => (holder === null ? [] : [{ role, holder, allows }]));
  const otherwise =
    grants.length === 0
      ? 'nobody holds an authority over this mint'
      : `this mint names ${grants.map(({ role, holder }) => `${holder} (${role})`).join(', ')}`;
  return { grants, multisigProgram: mint.program, otherwise };
}
