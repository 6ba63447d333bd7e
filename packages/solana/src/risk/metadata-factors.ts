import { readAccounts, type ChainSnapshot } from '../account.ts';
import { metadataAddress } from '../addresses/program-address.ts';
import type { Mint } from '../decoders/mint.ts';
import { decodeMetaplexMetadata, type TokenMetadata } from '../decoders/token-metadata.ts';
import { outcomeOf } from '../outcome.ts';
import { factor, type Factor } from './scale.ts';

/** The findings about the name and the link of a token. */
export type MetadataFinding = {
  readonly factors: readonly Factor[];
  /** Whether somebody can change the name and the link. Null when there is no metadata or it could not be read. */
  readonly mutable: boolean | null;
};

/** Finds the metadata of a mint. Returns whether somebody can still change it, and the resulting risk factors. */
export function metadataFinding(snapshot: ChainSnapshot, mint: Mint): MetadataFinding {
  const pointer = mint.extensions.metadataPointer;
  if (pointer !== null && pointer.authority !== null) {
    const detail = `${pointer.authority} can point this token's name and link at other metadata.`;
    return { factors: [factor('metadata_mutable', detail)], mutable: true };
  }
  const at = pointer?.address ?? null;
  if (at === mint.address || (at === null && mint.extensions.metadata !== null)) {
    return judge(mint, mint.extensions.metadata);
  }
  const metaplex = metadataAddress(mint.address);
  if (at !== null && at !== metaplex) {
    return unread(`it is at ${at}, in an unknown format`);
  }
  const [account] = readAccounts(snapshot, [metaplex]);
  if (account === null) {
    return judge(mint, null);
  }
  const decoded = outcomeOf(() => decodeMetaplexMetadata(account));
  return decoded.kind === 'value' ? judge(mint, decoded.value) : unread(decoded.problem.message);
}

function judge(mint: Mint, metadata: TokenMetadata | null): MetadataFinding {
  if (metadata === null) {
    return { factors: [factor('metadata_missing', 'This token has no metadata on chain.')], mutable: null };
  }
  if (metadata.mint !== mint.address) {
    return unread(`it says that it belongs to ${metadata.mint}`);
  }
  if (metadata.updateAuthority === null) {
    return { factors: [], mutable: false };
  }
  const detail = `${metadata.updateAuthority} can change this token's name, symbol and link.`;
  return { factors: [factor('metadata_mutable', detail)], mutable: true };
}

function unread(why: string): MetadataFinding {
  return { factors: [factor('metadata_unread', `The token's metadata could not be read: ${why}.`)], mutable: null };
}
