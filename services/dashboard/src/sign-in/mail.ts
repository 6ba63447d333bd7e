import { createTransport } from 'nodemailer';

/** A mail to one person. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Sends a mail. Rejects when the mail server does not accept it. */
export type SendMail = (mail: Mail) => Promise<void>;

const mailTimeoutMs = 10_000;

/** A connection to one SMTP server. */
export type SmtpMail = {
  readonly send: SendMail;
  /** Connects and signs in, but sends no mail. Rejects when the server refuses the connection or the sign-in. */
  readonly verify: () => Promise<void>;
  readonly close: () => void;
};

/** Returns a sender over one SMTP server. */
export function openMail(smtpUrl: string, from: string): SmtpMail {
  const transport = createTransport(smtpUrl, { from });
  Object.assign(transport.options, {
    connectionTimeout: mailTimeoutMs,
    greetingTimeout: mailTimeoutMs,
    socketTimeout: mailTimeoutMs,
  });
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail });
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
