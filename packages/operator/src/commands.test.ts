import { expect, test } from '@jest/globals';
import { createProgram } from './commands.ts';
import { plainScreen } from './output.ts';

/** Runs a command line that must fail before it calls any service. Returns the error text. */
async function misuse(...args: string[]): Promise<string> {
  const program = createProgram({
    endpoints: () => {
      throw new Error('an invalid command looked for services');
    },
    progress: () => undefined,
    screen: plainScreen,
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
  [['credits', 'add', '--account', 'a', '--credits', '1', '--operation-id', 'a b'], 'visible ASCII'],
  [['keys', 'create'], '--account'],
  [['keys', 'revoke'], '--key'],
  [['accounts', 'set-rate-limit', '--account', 'a'], '--per-minute'],
  [['accounts', 'set-rate-limit', '--account', 'a', '--per-minute', '0'], 'whole number from 1'],
  [['operators', 'create'], '--name'],
  [['operators', 'revoke'], '--name'],
  [['trace', 'tr_123'], '32 lowercase hex digits'],
  [['record'], 'provider'],
  [['record', 'kraken', '--base-url', 'kraken'], 'http or https URL'],
  [['keys', 'list'], '--account'],
  [['watches', 'list'], '--account'],
  [['accounts', 'list', '--limit', '201'], 'whole number from 1 to 200'],
  [['nothing'], 'nothing'],
])('%j is refused with a message that contains %p', async (args, expectedText) => {
  expect(await misuse(...args)).toContain(expectedText);
});

test('every command prints its help', () => {
  const program = createProgram({
    endpoints: () => ({ billingAddress: '', engineAddress: '', adminToken: '' }),
    progress: () => undefined,
    screen: plainScreen,
    print: () => undefined,
  });
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    expect(command.helpInformation()).toMatch(/^Usage: assay/);
  }
});

test('the program has exactly the documented commands', () => {
  const program = createProgram({
    endpoints: () => ({ billingAddress: '', engineAddress: '', adminToken: '' }),
    progress: () => undefined,
    screen: plainScreen,
    print: () => undefined,
  });
  const names = program.commands.map((command) => [command.name(), command.commands.map((sub) => sub.name())]);
  expect(names).toEqual([
    ['accounts', ['create', 'show', 'list', 'set-rate-limit']],
    ['keys', ['list', 'create', 'revoke']],
    ['watches', ['list']],
    ['credits', ['add']],
    ['operators', ['create', 'list', 'revoke', 'rotate']],
    ['sign-in-links', ['create']],
    ['trace', []],
    ['doctor', []],
    ['independence', ['show', 'replay']],
    ['record', []],
  ]);
});

test('--version prints the version of the command', async () => {
  const printedLines: string[] = [];
  const program = createProgram({
    endpoints: () => ({ billingAddress: '', engineAddress: '', adminToken: '' }),
    progress: () => undefined,
    screen: plainScreen,
    print: () => undefined,
  }).configureOutput({ writeOut: (text) => printedLines.push(text) });
  await expect(program.parseAsync(['node', 'assay', '--version'])).rejects.toMatchObject({ exitCode: 0 });
  expect(printedLines.join('')).toMatch(/^\d+\.\d+\.\d+\n$/);
});
