import type { UpdateView } from '../src/api/decision-view.ts';
import { duration } from './format.ts';

/**
 * Returns a sentence about the stream update that answered: its trade, its connection, and its travel time.
 * @param sourceAtMs the venue's time of the update, in milliseconds since the Unix epoch. Null when unknown.
 */
export function updateSentence({ path, id, receivedAtMs }: UpdateView, sourceAtMs: number | null): string {
  const subject = id === '' ? 'an update' : `trade ${id}`;
  const over = path === 'direct' ? "the engine's own connection" : 'the connection of another replica';
  const took = receivedAtMs === null || sourceAtMs === null ? undefined : receivedAtMs - sourceAtMs;
  // A venue's clock may be ahead of ours. Then the difference does not show how long the update travelled.
  const after = took === undefined || took < 0 ? '' : `, ${duration(took)} after the venue's time`;
  return `from its stream: ${subject} arrived over ${over}${after}`;
}
