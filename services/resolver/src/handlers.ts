import type { ServiceHandlers } from '@assay/rpc/methods';
import { toProtoParams } from '@assay/rpc/params';
import { endSpan, startSpan } from '@assay/rpc/spans';
import type { ResolverServiceDefinition } from '@assay/rpc/gen/assay/resolver/v1/ResolverService';
import type { ResolveQuestion, ResolvedQuestion } from './resolve.ts';

const resolved = {
  type: 'RESOLVED_TYPE',
  missing: 'RESOLVED_MISSING_PARAM',
  none: 'RESOLVED_NONE',
} as const;

/** Receives the outcome of each question, but not the question's words. */
export type ResolveObserver = (question: {
  readonly model: string;
  readonly outcome: string;
  readonly fallbackReason: string;
}) => void;

/** Returns the handler of `Resolve`. Its span states the model and the confidence, and never contains the question. */
export function resolverHandlers(
  resolve: ResolveQuestion,
  observe: ResolveObserver,
): ServiceHandlers<ResolverServiceDefinition> {
  return {
    Resolve: async ({ query }, context) => {
      const { span } = startSpan('resolve question', context.trace);
      try {
        const answer = await resolve(query, context.deadlineAtMs);
        span.setAttributes(spanAttributesOf(answer));
        observe({ model: answer.model, outcome: answer.outcome, fallbackReason: answer.fallbackReason });
        endSpan(span);
        return {
          resolved: resolved[answer.outcome],
          type: answer.type,
          ...toProtoParams(answer.params),
          missing: [...answer.missing],
          model: answer.model,
          confidence: answer.confidence,
          fallback_reason: answer.fallbackReason,
          message: answer.message,
        };
      } catch (error) {
        endSpan(span, 'INTERNAL');
        throw error;
      }
    },
  };
}

/** Returns the span attributes of a resolution, which contain nothing of the question's words. */
export function spanAttributesOf(answer: ResolvedQuestion): Record<string, string | number> {
  return {
    'assay.resolver.model': answer.model,
    'assay.resolver.confidence': answer.confidence,
    'assay.resolver.outcome': answer.outcome,
    'assay.type': answer.type,
    ...(answer.fallbackReason === '' ? {} : { 'assay.resolver.fallback_reason': answer.fallbackReason }),
    ...(answer.because === undefined ? {} : { 'assay.resolver.because': answer.because }),
  };
}
