import type { ProviderStream } from '@assay/providers/define-stream';
import { createStreamManager } from '../manager.ts';
import type { StreamCount } from '../manager-state.ts';
import type { StreamedPrint } from '../print.ts';
import type { TopicState } from '../topic-state.ts';
import { fakeTransport, manualTimers } from './fake-transport.ts';
import { testStream } from './test-stream.ts';

/** Creates a manager of a test stream, and records everything that the manager passes on. */
export function managedStream(overrides: Partial<ProviderStream> = {}, maxTopics = 100) {
  const clock = manualTimers();
  const { open, connections } = fakeTransport();
  const topics = new Map<string, TopicState | undefined>();
  const counts: StreamCount[] = [];
  const prints: StreamedPrint[] = [];
  const manager = createStreamManager(testStream({ silentAfterMs: 600_000, ...overrides }), {
    url: 'wss://venue.test',
    open,
    clock,
    random: () => 0,
    connectEveryMs: 1_000,
    maxTopics,
    onTopic: (topic, state) => topics.set(topic, state),
    onPrint: (print) => prints.push(print),
    onCount: (count) => counts.push(count),
    onLost: () => undefined,
  });
  const openAll = (): void => connections.forEach(({ events }) => events.onOpen());
  return { clock, connections, manager, topics, counts, prints, openAll };
}
