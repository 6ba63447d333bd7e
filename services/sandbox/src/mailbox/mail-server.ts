import { simpleParser, type AddressObject } from 'mailparser';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { ReceivedMail } from './mailbox.ts';

const maxMailBytes = 1_048_576;

/** The open SMTP port of the sandbox. */
export type MailServer = { readonly port: number; readonly close: () => Promise<void> };

/**
 * Opens an SMTP server that accepts every mail and forwards no mail. Rejects with the system's error, such as
 * EADDRINUSE.
 * @param onMail receives each accepted mail.
 */
export async function openMailServer(
  port: number,
  host: string,
  onMail: (mail: ReceivedMail) => void,
): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: maxMailBytes,
    logger: false,
    onData: (stream, _session, callback) => {
      simpleParser(stream).then((mail) => {
        onMail({
          to: addressesOf(mail.to),
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          at: (mail.date ?? new Date()).toISOString(),
        });
        callback();
      }, callback);
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // A client that closes its connection early is not a failure of the sandbox.
  server.on('error', () => undefined);
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function addressesOf(to: AddressObject | AddressObject[] | undefined): string {
  return [to ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ');
}
