import { cleanText } from '@assay/faults/clean-text';
import type { Mail } from './mail.ts';

const maxNameLength = 60;
/** Maximum number of digits in a name: enough for "Studio 54" and a year, and too few for a telephone number. */
const maxNameDigits = 4;

/** Returns the mail that asks a new person to confirm their address. */
export function verificationMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'Confirm your e-mail address for Assay',
    text: `Open this link within an hour to confirm your e-mail address:\n\n${url}\n\nIf you did not sign up, ignore this mail.\n`,
  };
}

/** Returns the mail to a person who signed up again. */
export function existingPersonMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'You signed up for Assay before',
    text: `Somebody signed up for Assay with this address, which has a sign-in already. If it was you, sign in here:\n\n${url}\n\nYou can also choose a new password there. If it was not you, ignore this mail.\n`,
  };
}

/** Returns the mail with a link to choose a new password. */
export function passwordMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'Choose a new password for Assay',
    text: `Open this link within an hour to choose a new password:\n\n${url}\n\nIf you did not ask for it, ignore this mail. Your password stays as it is.\n`,
  };
}

/** Returns the mail that invites a person to an account. */
export function invitationMail(invitation: {
  readonly to: string;
  readonly account: string;
  readonly inviter: string;
  readonly url: string;
}): Mail {
  const { to, account, inviter, url } = invitation;
  return {
    to,
    subject: 'You are invited to an account on Assay',
    text: `Somebody who calls themselves "${plainName(inviter)}" invites you to the account "${plainName(account)}" on Assay. To see the invitation, open this link within two days:\n\n${url}\n\nIf you do not expect it, ignore this mail.\n`,
  };
}

/** Returns the mail with a link that signs the recipient in once. */
export function signInMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'Your sign-in link for Assay',
    text: `Open this link within five minutes to sign in:\n\n${url}\n\nIf you did not ask for it, ignore this mail.\n`,
  };
}

/**
 * Returns a name without telephone numbers and without characters that mail programs turn into links, such as a dot, a
 * slash or "@". Strangers choose names, but our own address sends the mail.
 */
function plainName(text: string): string {
  const words = text.normalize('NFKC').replaceAll(/[^\p{L}\p{M}\p{N}&' -]+/gu, ' ');
  const digits = words.match(/\p{N}/gu) ?? [];
  const kept = digits.length > maxNameDigits ? words.replaceAll(/\p{N}+/gu, ' ') : words;
  return cleanText(kept.replaceAll(/\s+/g, ' ').trim(), maxNameLength) || 'no name';
}
