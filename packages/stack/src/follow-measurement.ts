import { connect } from '@assay/rpc/client';
import type { Identity } from '@assay/rpc/identity';
import { services } from '@assay/rpc/load';
import { pause, type Clock } from '@assay/runtime/clock';
import type { LiveOutput } from './live-output.ts';
import { changeLines, progressLine, summaryLine } from './measurement-lines.ts';
import { listServedTypes, type ServedTypes } from './served-types.ts';

/** Reads the types that the engine serves, with their levels and the state of their measurement. */
export type ServedTypesReader = {
  /** Resolves with no types while the engine does not answer. Never rejects. */
  readonly read: () => Promise<ServedTypes>;
  readonly close: () => void;
};

/** Opens a reader of the engine at an address. */
export function openServedTypes(engineAddress: string, identity: Pick<Identity, 'client'>): ServedTypesReader {
  const engine = connect(services.engine, engineAddress, { identity });
  return {
    // A failing engine must not end the program that shows its state.
    read: () => listServedTypes(engine.methods).catch(() => new Map()),
    close: engine.close,
  };
}

const firstPauseMs = 500;
/**
 * Time, in milliseconds, within which the measurement of a sandbox ends. The measurement of real sources may take
 * hours, so after this time the types are read less often.
 */
const firstPhaseMs = 120_000;
const laterPauseMs = 5_000;
const giveUpAfterMs = 30 * 60_000;
/** Milliseconds between two progress lines where no line can change, such as in a file. */
const plainLineEveryMs = 10_000;

/**
 * Shows how the measurement of independence proceeds until every type is measured, at most for 30 minutes. Each level
 * that a type reaches gets a line of its own with its time. Resolves early when the signal aborts.
 * @param start.types the types when the system was ready.
 * @param start.sampleType the type of the request in the ready message.
 */
export async function followMeasurement(
  start: { readonly types: ServedTypes; readonly sampleType: string | undefined },
  read: ServedTypesReader['read'],
  output: LiveOutput,
  options: { readonly signal?: AbortSignal; readonly clock: Pick<Clock, 'monotonic' | 'after'> },
): Promise<void> {
  const { clock, signal } = options;
  const { sampleType } = start;
  const startedMs = clock.monotonic();
  const writePlain = createPlainProgress(output, clock);
  let known = start.types;
  output.write('Measuring which sources are independent. Seconds after the system was ready:\n');
  while (signal?.aborted !== true) {
    const elapsedMs = clock.monotonic() - startedMs;
    const now = await read();
    const stamp = `  ${(elapsedMs / 1_000).toFixed(1).padStart(6)} s  `;
    if (now.size > 0) {
      changeLines(known, now, sampleType).forEach((line) => output.write(`${stamp}${line}\n`));
      known = now;
    }
    const isMeasured = [...now.values()].every(({ isMeasuring }) => !isMeasuring);
    if (now.size > 0 && isMeasured) {
      output.show('');
      output.write(`${stamp}${summaryLine(now)}\n`);
      return;
    }
    if (elapsedMs > giveUpAfterMs) {
      output.show('');
      output.write(
        `${stamp}${progressLine(now, sampleType)}. ` +
          'The measurement continues; "npm run -s assay -- independence show" shows its state\n',
      );
      return;
    }
    const progress = progressLine(now, sampleType);
    output.show(`${stamp}${progress}`);
    writePlain(stamp, progress);
    await pause(elapsedMs < firstPhaseMs ? firstPauseMs : laterPauseMs, clock);
  }
  output.show('');
}

/** Returns a function that writes a progress line if the last one is old enough and said something else. */
function createPlainProgress(
  output: LiveOutput,
  clock: Pick<Clock, 'monotonic'>,
): (stamp: string, progress: string) => void {
  let last = '';
  let lastMs = -Infinity;
  return (stamp, progress) => {
    if (!output.isTerminal && progress !== last && clock.monotonic() - lastMs >= plainLineEveryMs) {
      output.write(`${stamp}${progress}\n`);
      last = progress;
      lastMs = clock.monotonic();
    }
  };
}
