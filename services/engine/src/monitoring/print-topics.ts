import type { ProviderStream } from '@assay/providers/define-stream';
import type { SourcesByType } from '../sources/source.ts';
import type { PrintTopicsByStream } from '../streams/print-listener.ts';
import { streamTopic } from '../streams/stream-topic.ts';
import type { SampledKey } from './sampler.ts';

/** A book of the measurement: the trades of one measured key at one provider. */
export type MeasuredBook = { readonly provider: string; readonly key: string };

/** Selects the stream topics whose trades are evidence about the sampled keys. */
export type PrintTopics = {
  /** Chooses, for each sampled key and source, the stream topic that carries the source's answer about the key. */
  readonly follow: (sampled: readonly SampledKey[]) => void;
  /**
   * Returns the books to which the trades of a topic belong. There can be several, because one topic can answer several
   * keys.
   */
  readonly booksOf: (stream: string, topic: string) => readonly MeasuredBook[];
  readonly byStream: () => PrintTopicsByStream;
};

/** Creates the topics. At first, no key is sampled and there is no topic. */
export function createPrintTopics(streams: readonly ProviderStream[], sources: SourcesByType): PrintTopics {
  let followed: readonly string[] = [];
  let books = new Map<string, Map<string, readonly MeasuredBook[]>>();
  let topics: PrintTopicsByStream = new Map();
  return {
    follow: (sampled) => {
      const keys = sampled.map(({ key }) => key);
      if (keys.length === followed.length && keys.every((key, index) => key === followed[index])) {
        return;
      }
      followed = keys;
      books = booksByTopic(streams, sources, sampled);
      topics = new Map([...books].map(([stream, byTopic]) => [stream, [...byTopic.keys()]]));
    },
    booksOf: (stream, topic) => books.get(stream)?.get(topic) ?? [],
    byStream: () => topics,
  };
}

function booksByTopic(
  streams: readonly ProviderStream[],
  sources: SourcesByType,
  sampled: readonly SampledKey[],
): Map<string, Map<string, readonly MeasuredBook[]>> {
  const booksByStream = new Map<string, Map<string, readonly MeasuredBook[]>>();
  for (const { type, params, key } of sampled) {
    for (const source of sources.get(type.id) ?? []) {
      const at = streamTopic(streams, source, params);
      if (at !== undefined) {
        const byTopic = booksByStream.get(at.stream.id) ?? new Map<string, readonly MeasuredBook[]>();
        byTopic.set(at.topic, [...(byTopic.get(at.topic) ?? []), { provider: source.provider.id, key }]);
        booksByStream.set(at.stream.id, byTopic);
      }
    }
  }
  return booksByStream;
}
