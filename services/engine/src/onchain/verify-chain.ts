import { cleanText } from '@assay/faults/clean-text';
import type { Catalog } from '@assay/catalog/catalog';
import type { DataType, Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { QuestionParams } from '@assay/providers/define';
import type { EngineAnswer } from '../verification/answer.ts';
import { readParams } from '../verification/known-question.ts';
import { callDeadlineMs, type EngineQuestion } from '../verification/verify.ts';
import { answerFromChain, type CallPart, type ChainPorts } from './answer-from-chain.ts';
import type { PendingOpinions } from './opinions/opinion-providers.ts';
import { maxNodeCostMicros } from './reads/cost-bounds.ts';
import { createCostBudget } from '@assay/concurrency/cost-budget';
import { hintsFrom, prefetchKey, type PrefetchCache } from './reads/prefetch-cache.ts';
import type { ChainAnswer, ChainQuestion } from './types/define.ts';

/** The dependencies of verifying chain types. */
export type VerifyChainPorts = ChainPorts & {
  readonly catalog: Catalog;
  readonly answers: ReadonlyMap<string, ChainAnswer>;
  readonly prefetchCache: PrefetchCache;
};

/**
 * Answers one question about the chain. Throws Fault TYPE_NOT_FOUND when there are no nodes, and INVALID_PARAM for
 * parameters that the type does not have.
 */
export async function verifyChain(
  question: EngineQuestion,
  context: CallContext,
  ports: VerifyChainPorts,
): Promise<EngineAnswer> {
  const { type, answer: declared } = chainType(question.type, ports);
  const params = readParams(question.params, type);
  const key = prefetchKey(type.id, params);
  const part = callPart({ type, params, required: question.required }, declared.ask(params), ports);
  const deadlineAtMs = callDeadlineMs(context, ports.clock);
  const { answers, source } = await answerFromChain([part], ports.prefetchCache.hintsFor(key), deadlineAtMs, ports);
  if (source !== undefined) {
    ports.prefetchCache.learn(key, hintsFrom([...source.state.accounts.keys()], part.question.mints));
  }
  const [answer] = answers;
  if (answer === undefined) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a question about the chain has no answer') });
  }
  return answer;
}

/**
 * Returns a chain type and the definition of how to answer it. Throws Fault TYPE_NOT_FOUND when the type is unknown or
 * no node is configured.
 */
export function chainType(
  id: string,
  { catalog, answers, nodes }: Pick<VerifyChainPorts, 'catalog' | 'answers' | 'nodes'>,
): { readonly type: DataType; readonly answer: ChainAnswer } {
  const [type, answer] = [catalog.get(id), answers.get(id)];
  if (type === undefined || answer === undefined || nodes.length === 0) {
    throw new Fault('TYPE_NOT_FOUND', `no source serves ${cleanText(id, 64)}; GET /v1/types lists the types`);
  }
  return { type, answer };
}

/** Returns one question of a call, together with its cost budget and the function that asks for opinions. */
export function callPart(
  asked: {
    readonly type: DataType;
    readonly params: QuestionParams;
    readonly required: Level;
  },
  question: ChainQuestion,
  { opinions }: Pick<ChainPorts, 'opinions'>,
): CallPart {
  let pending: PendingOpinions | undefined;
  return {
    ...asked,
    question,
    budget: createCostBudget(maxNodeCostMicros(asked.type.id)),
    askOpinions: () => (pending ??= opinions.get(asked.type.id)?.ask(asked.params)),
  };
}
