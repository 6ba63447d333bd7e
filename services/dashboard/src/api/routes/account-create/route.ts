import { Fault } from '@assay/faults/faults';
import { z } from 'zod';
import { personRoute } from '../../route.ts';

const maxOwnAccounts = 10;

/** A new account. */
export type CreatedAccountView = { readonly id: string };

export default personRoute({
  method: 'POST',
  path: '/api/accounts',
  input: z.strictObject({
    name: z.string().trim().min(1, 'must not be empty').max(80, 'must have at most 80 characters'),
    /** Repeating a request with the same id makes one account. */
    operationId: z.uuid(),
  }),
  run: async ({ person, input, context }, { billing, members, signIn }): Promise<CreatedAccountView> => {
    const own = await members.ofPerson(person.id);
    if (own.filter(({ role }) => role === 'owner').length >= maxOwnAccounts) {
      throw new Fault('FORBIDDEN', `a person may own at most ${maxOwnAccounts} accounts`);
    }
    const isFirst = own.length === 0;
    const operationId = `dashboard:${person.id}:${input.operationId}`;
    const opened = await billing.OpenAccount({ name: input.name, trial: isFirst, operation_id: operationId }, context);
    const id = opened.account?.id ?? '';
    // A repeated request finds the membership that the first one made.
    if ((await members.find(person.id, id)) === undefined) {
      await signIn.api.createOrganization({ body: { name: input.name, slug: id, userId: person.id } });
    }
    return { id };
  },
});
