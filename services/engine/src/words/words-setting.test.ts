import { expect, test } from '@jest/globals';
import { createWordsSetting } from './words-setting.ts';

test('no words are stored before the setting is known, and a change counts immediately', async () => {
  const without = new Set(['acc_quiet']);
  const setting = createWordsSetting({
    load: async () => [...without],
    store: async (accountId, keepsWords) => void (keepsWords ? without.delete(accountId) : without.add(accountId)),
  });
  const kept = () => ['acc_quiet', 'acc_open'].map(setting.keepsWords);
  expect(kept()).toEqual([false, false]);
  await setting.refresh();
  expect(kept()).toEqual([false, true]);
  await setting.change('acc_quiet', true);
  await setting.change('acc_open', false);
  expect(kept()).toEqual([true, false]);
});
