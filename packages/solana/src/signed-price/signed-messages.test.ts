import { expect, test } from '@jest/globals';
import { createSignedMessages } from './signed-messages.ts';

const [first, second] = [Buffer.from('first'), Buffer.from('second')];
const addresses = ['aa', 'bb'];

test('a message that was accepted is not checked again for the same addresses', () => {
  const messages = createSignedMessages(8);
  let checks = 0;
  const verify = (message: Uint8Array, of: readonly string[]): void =>
    messages.verify(message, of, () => (checks += 1));
  verify(first, addresses);
  verify(Buffer.from(first), addresses);
  expect(checks).toBe(1);
  verify(second, addresses);
  verify(first, addresses.toReversed());
  verify(first, ['aa']);
  expect(checks).toBe(4);
});

test('a refused message is checked each time, and displaces no accepted message', () => {
  const messages = createSignedMessages(1);
  const refuse = (): void => {
    throw new Error('the signature is wrong');
  };
  messages.verify(first, addresses, () => undefined);
  expect(() => messages.verify(second, addresses, refuse)).toThrow('the signature is wrong');
  expect(() => messages.verify(second, addresses, refuse)).toThrow('the signature is wrong');
  expect(() => messages.verify(first, addresses, refuse)).not.toThrow();
});

test('only the messages that were used last are remembered', () => {
  const messages = createSignedMessages(2);
  let checks = 0;
  for (const message of [first, second, Buffer.from('third'), second, first]) {
    messages.verify(message, addresses, () => (checks += 1));
  }
  expect(checks).toBe(4);
});
