import type { QuestionParams } from '@assay/providers/define';
import type { ProviderStream } from '@assay/providers/define-stream';
import type { Source } from '../sources/source.ts';

/** A topic to which a replica can subscribe, and the stream that has it. */
export type StreamTopic = { readonly stream: ProviderStream; readonly topic: string };

/**
 * Returns the topic of the provider's stream that answers a question. Returns undefined when no stream can answer it.
 */
export function streamTopic(
  streams: readonly ProviderStream[],
  { type, provider }: Pick<Source, 'type' | 'provider'>,
  params: QuestionParams,
): StreamTopic | undefined {
  for (const stream of streams) {
    const topic = stream.provider === provider.id ? stream.topicOf(type.id, params) : undefined;
    if (topic !== undefined) {
      return { stream, topic };
    }
  }
  return undefined;
}
