import { expect, test } from '@jest/globals';
import { invitationMail } from './mail-texts.ts';

test('the names in an invitation cannot add a header or a line to the mail', () => {
  const { subject, text } = invitationMail({
    to: 'bob@example.com',
    account: 'Ann & Co\r\nBcc: everybody@example.com',
    inviter: `Ann\n\nhttps://attacker.example`,
    url: 'https://dashboard.example.com/invitations/1',
  });
  expect(subject).toBe('Ann https://attacker.example invites you to Ann & Co Bcc: everybody@example.com on Assay');
  expect(text.split('\n')).toHaveLength(4);
});
