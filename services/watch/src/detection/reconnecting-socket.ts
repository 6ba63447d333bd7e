import type { Line, OpenLine } from './websocket.ts';

/** The clock by which a line is kept. */
export type LineClock = {
  /** Milliseconds, only running forward. */
  readonly now: () => number;
  /** Calls once after a time, in milliseconds; what it returns calls it off. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** A number from 0 to 1 by chance. */
  readonly chance: () => number;
};

/** Who talks over the line that is kept. */
export type LineUser = {
  readonly opened: (line: Line) => void;
  /** Whether the other side answered something, by which the line has proved to be of use. */
  readonly message: (text: string) => boolean;
  readonly lost: () => void;
};

const firstPauseMs = 250;
const longestPauseMs = 15_000;
const checkEveryMs = 5_000;
const silentAfterMs = 15_000;

/**
 * Keeps a line open: one that is lost, or on which nothing is heard for fifteen seconds, is followed by another after a pause,
 * which doubles up to fifteen seconds until a line proves to be of use. Returns the way to end it.
 */
export function keepLine(open: OpenLine, user: LineUser, clock: LineClock): () => void {
  let current: Line | undefined;
  let heardAt = 0;
  let pauseMs = firstPauseMs;
  let cancel: () => void = () => undefined;
  let stopped = false;

  const connect = (): void => {
    const line = open({
      opened: () => {
        heardAt = clock.now();
        user.opened(line);
        watchSilence(line);
      },
      message: (text) => {
        if (current === line) {
          heardAt = clock.now();
          pauseMs = user.message(text) ? firstPauseMs : pauseMs;
        }
      },
      closed: () => lost(line),
    });
    current = line;
  };
  const lost = (line: Line): void => {
    if (stopped || current !== line) {
      return;
    }
    current = undefined;
    cancel();
    user.lost();
    // Up to half of the pause is left to chance, so that many who lost the same node do not all come back at once.
    cancel = clock.after(pauseMs * (0.5 + clock.chance() / 2), connect);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };
  const watchSilence = (line: Line): void => {
    cancel = clock.after(checkEveryMs, () => {
      if (clock.now() - heardAt > silentAfterMs) {
        line.close();
        lost(line);
      } else {
        watchSilence(line);
      }
    });
  };
  connect();
  return () => {
    stopped = true;
    cancel();
    current?.close();
  };
}
