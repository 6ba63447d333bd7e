import type { CountLimit, Rate } from './count-limit.ts';
import type { SendMail } from './mail.ts';

/**
 * Limit of the mails about sign-in to one mailbox, from all requests together: 20 at once, and one more every ten
 * minutes.
 */
export const signInMails: Rate = { burst: 20, everyMs: 600_000 };

/**
 * Returns a sender that drops mails beyond the limit of their mailbox. Anybody can request a sign-in link, a new
 * password or a confirmation for any address, from many networks. The pages respond identically for every address, so
 * they cannot say that a mail was dropped.
 * @param onDropped called for each dropped mail.
 */
export function limitedMail(send: SendMail, limit: CountLimit, onDropped: () => void): SendMail {
  return async (mail) => {
    if ((await limit.take(`sign-in mails to ${mailboxOf(mail.to)}`)) > 0) {
      onDropped();
      return;
    }
    await send(mail);
  };
}

/**
 * Returns the mailbox of an address. Mail servers deliver `name+anything@host` to `name@host`, so both are the same
 * recipient.
 */
export function mailboxOf(address: string): string {
  const email = address.trim().toLowerCase();
  const at = email.lastIndexOf('@');
  const plus = email.indexOf('+');
  return plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email;
}
