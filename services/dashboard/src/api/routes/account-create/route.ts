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
    /** Requests with the same id create one account. */
    operationId: z.uuid(),
  }),
  run: ({ person, input, context }, { billing, members, signIn, openings }): Promise<CreatedAccountView> =>
    // A person opens one account at a time, so that concurrent requests cannot exceed the maximum number of accounts.
    openings.inTurn(person.id, async () => {
      const own = await members.ofPerson(person.id);
      const operationId = `dashboard:${person.id}:${input.operationId}`;
      if (own.filter(({ role }) => role === 'owner').length >= maxOwnAccounts) {
        throw new Fault('FORBIDDEN', `a person may own at most ${maxOwnAccounts} accounts`);
      }
      // Billing uses these claims to decide whether the account gets a trial. A person who already has an account gets
      // none.
      const opening = {
        name: input.name,
        trial: own.length === 0,
        operation_id: operationId,
        trial_claims: trialClaimsOf(person),
      };
      const opened = await billing.OpenAccount(opening, context);
      const id = opened.account?.id ?? '';
      // When a request is repeated, its first attempt may already have created the membership.
      if ((await members.find(person.id, id)) === undefined) {
        await signIn.api.createOrganization({ body: { name: input.name, slug: id, userId: person.id } });
      }
      return { id };
    }),
});

/**
 * Returns the claims that identify a person for the trial: the person's id and a hash of the e-mail address. A person
 * who signs up again has the same hash.
 */
function trialClaimsOf({ id, email }: Person): string[] {
  const address = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return [`dashboard:person:${id}`, `dashboard:email:${address}`];
}
