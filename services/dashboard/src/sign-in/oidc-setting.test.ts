import { expect, test } from '@jest/globals';
import { oidcProvidersSetting } from './oidc-setting.ts';

const provider = {
  id: 'corporate',
  name: 'Corporate sign-in',
  discoveryUrl: 'https://login.example.com/.well-known/openid-configuration',
  clientId: 'assay',
  clientSecret: 'the-secret-of-the-client',
};

test('providers are read from JSON, and none is the default', () => {
  expect(oidcProvidersSetting.parse(JSON.stringify([provider]))).toEqual([provider]);
  expect(oidcProvidersSetting.parse(undefined)).toEqual([]);
});

test.each([
  ['a text that is no JSON', 'corporate', 'must be a JSON array'],
  ['one provider without a list', JSON.stringify(provider), 'must be a JSON array'],
  ['an id with a slash', JSON.stringify([{ ...provider, id: '../x' }]), '0.id: must be lowercase letters'],
  ['an address that is none', JSON.stringify([{ ...provider, discoveryUrl: 'login' }]), '0.discoveryUrl: '],
  ['a missing secret', JSON.stringify([{ ...provider, clientSecret: '' }]), '0.clientSecret: '],
  ['a misspelt name', JSON.stringify([{ ...provider, scope: 'x' }]), 'scope'],
])('%s is refused, and the message shows no secret', (_title, text, expected) => {
  const { success, error } = oidcProvidersSetting.safeParse(text);
  expect(success).toBe(false);
  const messages = error?.issues.map(({ message }) => message).join(' ');
  expect(messages).toContain(expected);
  expect(messages).not.toContain(provider.clientSecret);
});
