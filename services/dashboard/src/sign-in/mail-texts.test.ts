import { expect, test } from '@jest/globals';
import { invitationMail } from './mail-texts.ts';

const url = 'https://dashboard.example.com/invitations/1';
const mailOf = (account: string, inviter: string) => invitationMail({ to: 'bob@example.com', account, inviter, url });

test('an invitation has a fixed subject, and no name adds a header or a line', () => {
  const { subject, text } = mailOf('Ann & Co\r\nBcc: everybody@example.com', 'Ann\n\nhttps://attacker.example');
  expect(subject).toBe('You are invited to an account on Assay');
  expect(text.split('\n')).toHaveLength(6);
  expect(text).toContain('"Ann & Co Bcc everybody example com"');
});

test.each([
  'https://attacker.example/x',
  'attacker.example',
  'ａｔｔａｃｋｅｒ．ｅｘａｍｐｌｅ',
  'attacker。example',
  'attacker․example',
  'www.attacker',
  'mail me@attacker.example',
  'tel:+1-800-555-0199',
  'call 1 800 555 0199',
  'ｃａｌｌ　１８００５５５０１９９',
  '<a href="https://attacker.example">here</a>',
  '[here](https://attacker.example)',
])('a mail carries nothing of the name %j of which a program makes a link', (name) => {
  const { text } = mailOf(name, name);
  const own = text.replace(url, '');
  expect(own).not.toMatch(/[.。․．]\p{L}|:\/|@|[<>[\]()+/]/u);
  expect(own).not.toMatch(/[\d\s-]*\d[\d\s-]{5,}\d/);
});

test('an ordinary name stays as it is, and a long one is cut', () => {
  expect(mailOf("Studio 54 & O'Neill-Łukasz", '佐藤 花子').text).toContain(
    '"佐藤 花子" invites you to the account "Studio 54 & O\'Neill-Łukasz"',
  );
  expect(mailOf('x'.repeat(500), '///').text).toMatch(/"no name" .* "x{60}…"/);
});
