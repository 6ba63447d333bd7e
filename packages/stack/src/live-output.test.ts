import { expect, test } from '@jest/globals';
import { createLiveOutput, type OutputStream } from './live-output.ts';

function streamOf(more: Partial<OutputStream>): { readonly stream: OutputStream; readonly text: () => string } {
  let written = '';
  const write = (text: string): boolean => {
    written += text;
    return true;
  };
  return { stream: { isTTY: true, columns: 40, ...more, write }, text: () => written };
}

const clear = '\r\u001B[2K';

test('on a terminal the changing line is replaced in its place, and text that stays goes above it', () => {
  const { stream, text } = streamOf({});
  const output = createLiveOutput(stream);
  output.show('one');
  output.show('two');
  output.write('engine restarted\n');
  output.show('');
  output.write('done\n');
  expect(text()).toBe(`${clear}one${clear}two${clear}engine restarted\ntwo${clear}done\n`);
});

test('a line that is wider than the terminal is cut, because a wrapped line could not be replaced', () => {
  const { stream, text } = streamOf({ columns: 10 });
  createLiveOutput(stream).show('0123456789abc');
  expect(text()).toBe(`${clear}01234567…`);
});

test('a file or a pipe gets only the text that stays, without control characters', () => {
  const { stream, text } = streamOf({ isTTY: false });
  const output = createLiveOutput(stream);
  output.show('one');
  output.write('done\n');
  expect(output.isTerminal).toBe(false);
  expect(text()).toBe('done\n');
});
