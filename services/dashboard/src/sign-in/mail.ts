import { createTransport } from 'nodemailer';

/** A mail to one person. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Sends a mail. Rejects when the mail server does not accept it. */
export type SendMail = (mail: Mail) => Promise<void>;

const mailTimeoutMs = 10_000;

/** Returns a sender over one SMTP server, and a function that closes its connections. */
export function openMail(smtpUrl: string, from: string): { readonly send: SendMail; readonly close: () => void } {
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
    close: () => transport.close(),
  };
}
