import { Fault } from '@assay/faults/faults';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { personRoute, type Person } from '../../route.ts';

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
  run: ({ person, input, context }, { billing, members, signIn, openings }): Promise<CreatedAccountView> =>
    // One opening of a person at a time, so that openings at once cannot exceed the maximum.
    openings.inTurn(person.id, async () => {
      const own = await members.ofPerson(person.id);
      const operationId = `dashboard:${person.id}:${input.operationId}`;
      if (own.filter(({ role }) => role === 'owner').length >= maxOwnAccounts) {
        throw new Fault('FORBIDDEN', `a person may own at most ${maxOwnAccounts} accounts`);
      }
      // Billing decides the trial by the claims. Who has an account already gets none, and did not need one.
      const opening = {
        name: input.name,
        trial: own.length === 0,
        operation_id: operationId,
        trial_claims: trialClaimsOf(person),
      };
      const opened = await billing.OpenAccount(opening, context);
      const id = opened.account?.id ?? '';
      // A repeated request finds the membership that the first one made.
      if ((await members.find(person.id, id)) === undefined) {
        await signIn.api.createOrganization({ body: { name: input.name, slug: id, userId: person.id } });
      }
      return { id };
    }),
});

/**
 * Returns what identifies a person for the trial: the id, and the hash of the e-mail, so that a person who signs up again is the
 * same one.
 */
function trialClaimsOf({ id, email }: Person): string[] {
  const address = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return [`dashboard:person:${id}`, `dashboard:email:${address}`];
}
