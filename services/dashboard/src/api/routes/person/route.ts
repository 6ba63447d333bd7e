import { z } from 'zod';
import { personRoute } from '../../route.ts';

/** The signed-in person and the accounts that they belong to. */
export type PersonView = {
  readonly name: string;
  readonly email: string;
  readonly accounts: readonly {
    readonly id: string;
    /** The id of the account's membership list, for the sign-in endpoints. */
    readonly organizationId: string;
    readonly name: string;
    readonly role: 'owner' | 'member';
  }[];
};

export default personRoute({
  method: 'GET',
  path: '/api/person',
  input: z.strictObject({}),
  run: async ({ person }, { members }): Promise<PersonView> => ({
    name: person.name,
    email: person.email,
    accounts: (await members.ofPerson(person.id)).map(({ accountId, ...rest }) => ({ id: accountId, ...rest })),
  }),
});
