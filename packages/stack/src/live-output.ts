/** Writes lines that stay and, on a terminal, one line below them that changes. */
export type LiveOutput = {
  /** Whether the output is a terminal. Elsewhere the changing line is never shown. */
  readonly isTerminal: boolean;
  /** Writes text that stays. It must end with a line break. */
  readonly write: (text: string) => void;
  /** Replaces the changing line. An empty text removes it. */
  readonly show: (line: string) => void;
};

/** The parts of an output stream that LiveOutput uses. */
export type OutputStream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & {
  readonly write: (text: string) => unknown;
};

const narrowestTerminal = 80;
const clearLine = '\r\u001B[2K';

/** Creates the output for a stream, such as standard output. */
export function createLiveOutput(stream: OutputStream): LiveOutput {
  // `isTTY` is undefined, and not false, when the stream is a file or a pipe.
  const isTerminal = stream.isTTY === true;
  let shown = '';
  // A line that the terminal would wrap could not be replaced, so it is cut.
  const fitting = (): string => {
    const columns = stream.columns > 1 ? stream.columns : narrowestTerminal;
    return shown.length < columns ? shown : `${shown.slice(0, columns - 2)}…`;
  };
  return {
    isTerminal,
    write: (text) => {
      stream.write(shown === '' ? text : `${clearLine}${text}${fitting()}`);
    },
    show: (line) => {
      if (isTerminal && line !== shown) {
        shown = line;
        stream.write(`${clearLine}${fitting()}`);
      }
    },
  };
}
