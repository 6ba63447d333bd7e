import { APIError, getSessionFromCtx } from 'better-auth/api';
import { giveBackAll, takeAll, type Count, type CountLimit, type Rate } from '../sign-in/count-limit.ts';
import { tooManyRequests, type AuthHooks, type HookContext } from '../sign-in/hooks.ts';
import { mailboxOf } from '../sign-in/limited-mail.ts';
import type { MemberStore } from './store.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const accountPath = '/organization/';
const createPath = '/organization/create';
const invitePath = '/organization/invite-member';

/**
 * Limit of the invitation mails that one person causes: 10 at once, and one more every 2.4 hours. That is at most 20 on
 * the first day.
 */
export const mailsOfPerson: Rate = { burst: 10, everyMs: dayMs / 10 };
/** Limit of the invitation mails to one mailbox, from all people together: 3 at once, and one more every 8 hours. */
export const mailsToRecipient: Rate = { burst: 3, everyMs: 8 * hourMs };

/** The roles of an account. better-auth also has the role "admin", which no page of the dashboard explains. */
const roles: readonly unknown[] = ['owner', 'member'];

/** The dependencies of the hooks. */
export type AccountHookPorts = {
  readonly members: Pick<MemberStore, 'isMember'>;
  readonly ofPerson: CountLimit;
  readonly toRecipient: CountLimit;
};

/**
 * Returns hooks for the endpoints of accounts, which better-auth calls organizations. The hooks refuse roles that the
 * dashboard does not explain. They limit the mails that a person causes and that an address receives. They respond
 * identically for another person's account and for one that does not exist.
 */
export function accountHooks(ports: AccountHookPorts): AuthHooks {
  return {
    before: async (context) => {
      if (!isOfAccounts(context)) {
        return;
      }
      const body = bodyOf(context);
      if (body['role'] !== undefined && !roles.includes(body['role'])) {
        throw new APIError('BAD_REQUEST', { code: 'INVALID_ROLE', message: 'role: must be "owner" or "member"' });
      }
      if (body['resend'] !== undefined) {
        throw new APIError('BAD_REQUEST', {
          code: 'INVALID_FIELD',
          message: 'resend: invite the address again instead',
        });
      }
      await requireMembership(context, ports);
      const waitMs = await takeAll(await mailsOf(context, ports));
      if (waitMs > 0) {
        throw tooManyRequests(
          waitMs,
          'TOO_MANY_INVITATIONS',
          (seconds) => `There were too many invitations from you or to this address. Try again in ${seconds} seconds.`,
        );
      }
    },
    after: async (context) => {
      // A refused invitation sends no mail, so it must not count under the limits.
      if (isOfAccounts(context) && context.context.returned instanceof APIError) {
        await giveBackAll(await mailsOf(context, ports));
      }
    },
  };
}

/**
 * Throws the error for an unknown account unless the person of the session belongs to the account that the request
 * names.
 */
async function requireMembership(context: HookContext, { members }: AccountHookPorts): Promise<void> {
  const query = (context.query ?? {}) as Readonly<Record<string, unknown>>;
  const body = bodyOf(context);
  const named = [query, body].flatMap((fields) => [
    fields['organizationId'],
    fields['organizationSlug'],
    fields['slug'],
  ]);
  const person = (await getSessionFromCtx(context))?.user.id;
  for (const account of named) {
    // Null means that the request names no account, for example to clear the active account of the session.
    if (account === undefined || account === null || person === undefined) {
      continue;
    }
    if (typeof account !== 'string' || !(await members.isMember(person, account))) {
      throw new APIError('BAD_REQUEST', { code: 'ORGANIZATION_NOT_FOUND', message: 'Organization not found' });
    }
  }
}

/**
 * Returns the two limits under which the mail of an invitation counts: that of the inviting person, and that of the
 * invited mailbox. Returns none for a request that invites nobody.
 */
async function mailsOf(context: HookContext, { ofPerson, toRecipient }: AccountHookPorts): Promise<Count[]> {
  const person = context.path === invitePath ? (await getSessionFromCtx(context))?.user.id : undefined;
  if (person === undefined) {
    return [];
  }
  const recipient = mailboxOf(String(bodyOf(context)['email']));
  return [
    { limit: ofPerson, subject: `invitations of ${person}` },
    { limit: toRecipient, subject: `invitations to ${recipient}` },
  ];
}

/** Only the dashboard itself calls the path that creates an account. No browser reaches that path. */
function isOfAccounts({ path }: HookContext): boolean {
  return path?.startsWith(accountPath) === true && path !== createPath;
}

function bodyOf({ body }: HookContext): Readonly<Record<string, unknown>> {
  return (body ?? {}) as Readonly<Record<string, unknown>>;
}
