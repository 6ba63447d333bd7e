import { expect, test } from '@jest/globals';
import { createProgram } from './commands.ts';

/** Runs a command line that must fail before it reaches any service. */
async function misuse(...args: string[]): Promise<string> {
  const program = createProgram({
    reach: () => {
      throw new Error('a misused command looked for services');
    },
    print: () => undefined,
  });
  let complaint = '';
  const quiet = { writeErr: (text: string) => void (complaint += text), writeOut: () => undefined };
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.configureOutput(quiet);
  }
  await expect(program.parseAsync(['node', 'assay', ...args])).rejects.toMatchObject({ name: /Commander|Invalid/ });
  return complaint;
}

test.each([
  [['accounts', 'create'], '--name'],
  [['accounts', 'create', '--name', 'x', '--credits', '1.0000001'], 'at most 6 places'],
  [['credits', 'add', '--account', 'a', '--credits', '1000000000.000001'], 'at most 1000000000'],
  [['accounts', 'create', '--name', 'x', '--rate-limit', '0'], 'whole number from 1'],
  [['accounts', 'create', '--name', 'x', '--rate-limit', '1.5'], 'whole number from 1'],
  [['credits', 'add', '--account', 'a', '--credits', '0'], 'more than zero'],
  [['credits', 'add', '--account', 'a', '--credits', '-1'], '--credits'],
  [['keys', 'create'], '--account'],
  [['keys', 'revoke'], '--key'],
  [['trace', 'tr_123'], '32 lowercase hex digits'],
  [['nothing'], 'nothing'],
])('%j is refused with a sentence that names %p', async (args, named) => {
  expect(await misuse(...args)).toContain(named);
});

test('the commands listed are those that work', () => {
  const program = createProgram({
    reach: () => ({ billingAddress: '', engineAddress: '', adminToken: '' }),
    print: () => undefined,
  });
  const names = program.commands.map((command) => [command.name(), command.commands.map((sub) => sub.name())]);
  expect(names).toEqual([
    ['accounts', ['create', 'show']],
    ['keys', ['create', 'revoke']],
    ['credits', ['add']],
    ['trace', []],
    ['independence', ['show', 'replay']],
  ]);
});
