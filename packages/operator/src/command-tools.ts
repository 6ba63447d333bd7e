import { Option } from 'commander';
import { formatResult, type CommandResult, type Screen } from './output.ts';
import type { OperatorEndpoints } from './endpoints.ts';

/** The functions that commands use to reach services and the console. */
export type CommandTools = {
  /**
   * Returns the addresses of the services. A command calls this only when it needs them, so that help works without a
   * running system.
   */
  readonly endpoints: () => OperatorEndpoints;
  /** Writes a progress line of a long command, separately from its result. */
  readonly progress: (line: string) => void;
  /** The width and the colours of standard output. */
  readonly screen: Screen;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
};

/** Returns the option `--json`, which makes a command print JSON. */
export function jsonOption(): Option {
  return new Option('--json', 'print the result as one line of JSON');
}

/** Prints the result of a command as JSON or as a table, as the options say. */
export function show(tools: CommandTools, options: { readonly json?: true }, result: CommandResult): void {
  tools.print(formatResult(result, options.json === true, tools.screen));
}
