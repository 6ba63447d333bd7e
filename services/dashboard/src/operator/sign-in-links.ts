import { Fault } from '@assay/faults/faults';
import { bearerToken, hashOperatorToken, rootTokenCheck } from '@assay/rpc/operator-access';
import express, { type Express } from 'express';
import { z } from 'zod';
import type { MemberStore } from '../members/store.ts';
import type { SignIn } from '../sign-in/auth.ts';

const input = z.strictObject({
  email: z.email(),
  accountId: z.string().min(1).max(100),
  accountName: z.string().min(1).max(80),
});
const maxBodyBytes = 4_096;

/** Links that an operator asked for and that sign-in has not handed over yet, by e-mail address. */
export type LinkHandover = {
  /** Hands a link to the operator who waits for it. Returns false when nobody waits. */
  readonly take: (email: string, url: string) => boolean;
  /** Runs work that makes sign-in hand over a link, and returns the link. */
  readonly during: (email: string, work: () => Promise<unknown>) => Promise<string>;
};

/** Creates the place where sign-in leaves the links that an operator asked for. */
export function createLinkHandover(): LinkHandover {
  const waiting = new Map<string, (url: string) => void>();
  return {
    take: (email, url) => {
      const receive = waiting.get(email);
      receive?.(url);
      return receive !== undefined;
    },
    during: async (email, work) => {
      let link = '';
      waiting.set(email, (url) => {
        link = url;
      });
      try {
        await work();
      } finally {
        waiting.delete(email);
      }
      return link;
    },
  };
}

/**
 * Adds POST /operator/sign-in-links: it makes a person the owner of an existing account and returns a link that signs
 * this person in once. "make up" and operators of a closed deployment use it. It needs the operator token.
 */
export function operatorRoutes(
  app: Express,
  options: {
    readonly adminToken: string;
    readonly signIn: SignIn;
    readonly members: MemberStore;
    readonly handover: LinkHandover;
  },
): void {
  const { signIn, members, handover } = options;
  const operatorOf = rootTokenCheck(options.adminToken);
  app.post('/operator/sign-in-links', express.json({ limit: maxBodyBytes }), (request, response, next) => {
    const run = async (): Promise<void> => {
      if (operatorOf(hashOperatorToken(bearerToken(request.headers.authorization ?? ''))) === undefined) {
        throw new Fault('FORBIDDEN');
      }
      const parsed = input.safeParse(request.body ?? {});
      if (!parsed.success) {
        const [issue] = parsed.error.issues;
        throw new Fault('INVALID_PARAM', `${issue?.path.join('.')}: ${issue?.message}`);
      }
      const { email, accountId, accountName } = parsed.data;
      const address = email.toLowerCase();
      const { internalAdapter } = await signIn.$context;
      const found = await internalAdapter.findUserByEmail(address);
      const person =
        found?.user ??
        (await internalAdapter.createUser(
          { email: address, name: address.split('@')[0] ?? address, emailVerified: true },
          { method: 'magic-link' },
        ));
      if ((await members.find(person.id, accountId)) === undefined) {
        await signIn.api.createOrganization({ body: { name: accountName, slug: accountId, userId: person.id } });
      }
      const url = await handover.during(address, () =>
        signIn.api.signInMagicLink({ body: { email: address, callbackURL: '/' }, headers: new Headers() }),
      );
      response.setHeader('Cache-Control', 'no-store');
      response.json({ url });
    };
    run().catch(next);
  });
}
