import type { Postgres } from '@assay/storage/postgres';

/** An account that a person belongs to. */
export type Membership = {
  /** The account's id in billing. */
  readonly accountId: string;
  /** The id of the membership list, which better-auth calls an organization. */
  readonly organizationId: string;
  readonly name: string;
  readonly role: 'owner' | 'member';
};

/** Reads memberships. Sign-in itself writes them. */
export type MemberStore = {
  /** Returns the accounts of a person, oldest first. */
  readonly ofPerson: (personId: string) => Promise<Membership[]>;
  /**
   * Returns a person's membership of an account. Undefined when the person does not belong to the account or it does
   * not exist.
   */
  readonly find: (personId: string, accountId: string) => Promise<Membership | undefined>;
  /**
   * Returns whether a person belongs to an account. `account` is its id in billing or the id of its membership list.
   */
  readonly isMember: (personId: string, account: string) => Promise<boolean>;
  /** Returns the id of an account's membership list; undefined while nobody belongs to the account. */
  readonly listOf: (accountId: string) => Promise<string | undefined>;
  /** Returns whether this address has an open invitation. */
  readonly isInvited: (email: string) => Promise<boolean>;
};

type Row = { readonly slug: string; readonly id: string; readonly name: string; readonly role: string };

/** Creates the store over the dashboard's schema. */
export function createMemberStore(query: Postgres['query']): MemberStore {
  return {
    ofPerson: async (personId) => {
      const rows = await query<Row>({
        name: 'memberships_of_person',
        text: `SELECT a.slug, a.id, a.name, m.role
                 FROM member m
                 -- A person has few accounts, so each is found by its id, whatever the statistics say.
                CROSS JOIN LATERAL (SELECT * FROM account_membership o WHERE o.id = m."organizationId" OFFSET 0) a
                WHERE m."userId" = $1
                ORDER BY m."createdAt", a.id`,
        values: [personId],
      });
      return rows.map(membershipOf);
    },
    find: async (personId, accountId) => {
      const [row] = await query<Row>({
        name: 'membership',
        text: `SELECT a.slug, a.id, a.name, m.role
                 FROM account_membership a JOIN member m ON m."organizationId" = a.id
                WHERE a.slug = $2 AND m."userId" = $1`,
        values: [personId, accountId],
      });
      return row === undefined ? undefined : membershipOf(row);
    },
    isMember: async (personId, account) => {
      const rows = await query({
        name: 'is_member',
        text: `SELECT 1 FROM account_membership a JOIN member m ON m."organizationId" = a.id
                WHERE (a.id = $2 OR a.slug = $2) AND m."userId" = $1`,
        values: [personId, account],
      });
      return rows.length > 0;
    },
    listOf: async (accountId) => {
      const [row] = await query<Pick<Row, 'id'>>({
        name: 'membership_list',
        text: 'SELECT id FROM account_membership WHERE slug = $1',
        values: [accountId],
      });
      return row?.id;
    },
    isInvited: async (email) => {
      const rows = await query({
        name: 'open_invitation',
        text: `SELECT 1 FROM invitation
                WHERE email = lower($1) AND status = 'pending' AND "expiresAt" > now() LIMIT 1`,
        values: [email],
      });
      return rows.length > 0;
    },
  };
}

function membershipOf({ slug, id, name, role }: Row): Membership {
  return { accountId: slug, organizationId: id, name, role: role === 'owner' ? 'owner' : 'member' };
}
