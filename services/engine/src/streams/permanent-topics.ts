import type { QuestionParams } from '@assay/providers/define';
import type { ProviderStream } from '@assay/providers/define-stream';
import type { Source } from '../sources/source.ts';

/**
 * Returns the topics of a stream that are always subscribed. They belong to the assets that the engine uses to measure
 * and probe sources.
 */
export function permanentTopicsOf(stream: ProviderStream, sources: readonly Source[]): readonly string[] {
  const own = sources.filter(({ provider }) => provider.id === stream.provider);
  return [...new Set(own.flatMap((source) => topicsOf(stream, source)))];
}

function topicsOf(stream: ProviderStream, { type, probeParams }: Source): readonly string[] {
  const sampled = (type.agreement?.samplingParams ?? []).map((params) => type.params.parse(params) as QuestionParams);
  return [...sampled, ...(probeParams === undefined ? [] : [probeParams])].flatMap(
    (params) => stream.topicOf(type.id, params) ?? [],
  );
}
