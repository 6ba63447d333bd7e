import { Fault } from '@assay/faults/faults';
import type { CreateSignInLinkRequest__Output } from '@assay/rpc/gen/assay/dashboard/v1/CreateSignInLinkRequest';
import type { DashboardServiceDefinition } from '@assay/rpc/gen/assay/dashboard/v1/DashboardService';
import type { ServiceHandlers } from '@assay/rpc/methods';
import { findingsResponse, type Finding } from '@assay/diagnosis/finding';
import { z } from 'zod';
import type { MemberStore } from '../members/store.ts';
import type { SignIn } from '../sign-in/auth.ts';

const input = z.object({
  email: z.email(),
  account_id: z.string().min(1).max(100),
  account_name: z.string().min(1).max(80),
});

/**
 * Passes each sign-in link to the operator who requested it and waits for it. The link's e-mail address identifies the
 * operator's request.
 */
export type LinkHandover = {
  /** Passes a link to the operator who waits for it. Returns false when nobody waits. */
  readonly take: (email: string, url: string) => boolean;
  /**
   * Returns whether an operator waits for a link to this address. If so, the person may be created although sign-up is
   * closed.
   */
  readonly isAwaited: (email: string) => boolean;
  /** Runs work that makes sign-in create a link, and returns the link. */
  readonly during: (email: string, work: () => Promise<unknown>) => Promise<string>;
};

/** Creates the handover of links from sign-in to the operator who requested them. */
export function createLinkHandover(): LinkHandover {
  const waiting = new Map<string, (url: string) => void>();
  return {
    take: (email, url) => {
      const receive = waiting.get(email);
      receive?.(url);
      return receive !== undefined;
    },
    isAwaited: (email) => waiting.has(email),
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

/** The dependencies of the operator methods. */
export type OperatorPorts = {
  readonly signIn: SignIn;
  readonly members: MemberStore;
  readonly handover: LinkHandover;
  /** Checks the dependencies of the dashboard. */
  readonly check: () => Promise<readonly Finding[]>;
};

/**
 * Returns the handlers of the dashboard's operator methods, for "make up" and for operators of a closed deployment.
 * Serve them on the port of the services, which no browser reaches.
 */
export function operatorHandlers(ports: OperatorPorts): ServiceHandlers<DashboardServiceDefinition> {
  return {
    CreateSignInLink: async (request) => ({ url: await createSignInLink(request, ports) }),
    GetDiagnosis: async () => findingsResponse(await ports.check()),
  };
}

/** Makes a person an owner of an account, and returns a link that signs this person in once. Throws INVALID_PARAM. */
async function createSignInLink(
  request: CreateSignInLinkRequest__Output,
  { signIn, members, handover }: OperatorPorts,
): Promise<string> {
  const parsed = input.safeParse(request);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Fault('INVALID_PARAM', `${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { email, account_id: accountId, account_name: accountName } = parsed.data;
  const address = email.toLowerCase();
  const { internalAdapter } = await signIn.$context;
  const existing = await internalAdapter.findUserByEmail(address);
  // Although sign-up is closed, the person may be created, because an operator waits for the link.
  return handover.during(address, async () => {
    const person =
      existing?.user ??
      (await internalAdapter.createUser(
        { email: address, name: address.split('@')[0] ?? address, emailVerified: true },
        { method: 'magic-link' },
      ));
    if ((await members.find(person.id, accountId)) === undefined) {
      await addOwner({ personId: person.id, accountId, accountName }, { signIn, members });
    }
    await signIn.api.signInMagicLink({ body: { email: address, callbackURL: '/' }, headers: new Headers() });
  });
}

type NewOwner = { readonly personId: string; readonly accountId: string; readonly accountName: string };

/** Makes a person an owner of an account. The first person of an account gives it its name on the dashboard. */
async function addOwner(
  { personId: userId, accountId, accountName }: NewOwner,
  { signIn, members }: Pick<OperatorPorts, 'signIn' | 'members'>,
): Promise<void> {
  const organizationId = await members.listOf(accountId);
  if (organizationId === undefined) {
    await signIn.api.createOrganization({ body: { name: accountName, slug: accountId, userId } });
  } else {
    await signIn.api.addMember({ body: { organizationId, userId, role: 'owner' } });
  }
}
