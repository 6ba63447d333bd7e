import type { Catalog } from '@assay/catalog/catalog';
import type { DataType, Level } from '@assay/catalog/define';
import { Fault } from '@assay/faults/faults';
import type { CallContext } from '@assay/rpc/context';
import type { QuestionParams } from '../providers/define.ts';
import type { AnswerReport } from '../verification/report.ts';
import { callDeadlineMs, readParams, type EngineQuestion } from '../verification/verify.ts';
import type { ChainAnswer, ChainQuestion } from './types/define.ts';
import { answerFromChain, type AskedPart, type ChainPorts } from './answer-from-chain.ts';
import { mostOnNodesMicros } from './reads/cost-bounds.ts';
import { foresightKey, type Foresight } from './reads/prefetch-cache.ts';
import { createMeter } from './reads/cost-budget.ts';
import { mostAddresses } from './nodes/read-accounts.ts';
import type { PeersAsked } from './opinions/opinion-providers.ts';

/** What verifying types of the chain needs. */
export type VerifyChainPorts = ChainPorts & {
  readonly catalog: Catalog;
  readonly answers: ReadonlyMap<string, ChainAnswer>;
  readonly foresight: Foresight;
};

/** Answers one question about the chain. Throws TYPE_NOT_FOUND without nodes, INVALID_PARAM for parameters that are no object of strings. */
export async function verifyChain(
  question: EngineQuestion,
  context: CallContext,
  ports: VerifyChainPorts,
): Promise<AnswerReport> {
  const { type, answer } = chainType(question.type, ports);
  const params = readParams(question.paramsJson, type);
  const key = foresightKey(type.id, params);
  const part = askedPart(
    { type, paramsJson: question.paramsJson, params, required: question.required },
    answer.ask(params),
    ports,
  );
  const deadlineAtMs = callDeadlineMs(context, ports.clock);
  const { reports, source } = await answerFromChain([part], ports.foresight.of(key), deadlineAtMs, ports);
  if (source !== undefined) {
    ports.foresight.learn(key, foreseenOf([...source.snapshot.accounts.keys()], part.question.mints));
  }
  const [report] = reports;
  if (report === undefined) {
    throw new Fault('INTERNAL', undefined, { cause: new Error('a question about the chain without a report') });
  }
  return report;
}

/** What to remember of an answer: half of a read at most, so that what turns out to be needed besides still has room. */
export function foreseenOf(
  addresses: readonly string[],
  mints: readonly string[],
): { readonly addresses: readonly string[]; readonly mints: readonly string[] } {
  return addresses.length > mostAddresses / 2 ? { addresses: [], mints } : { addresses, mints };
}

/** A type that the chain answers. Throws TYPE_NOT_FOUND where there is none, or no node to ask. */
export function chainType(
  id: string,
  { catalog, answers, nodes }: Pick<VerifyChainPorts, 'catalog' | 'answers' | 'nodes'>,
): { readonly type: DataType; readonly answer: ChainAnswer } {
  const [type, answer] = [catalog.get(id), answers.get(id)];
  if (type === undefined || answer === undefined || nodes.length === 0) {
    throw new Fault('TYPE_NOT_FOUND', `no source serves ${id.slice(0, 64)}; GET /v1/types lists the types`);
  }
  return { type, answer };
}

/** A question with its meter. */
export function askedPart(
  asked: {
    readonly type: DataType;
    readonly paramsJson: string;
    readonly params: QuestionParams;
    readonly required: Level;
  },
  question: ChainQuestion,
  { peers }: Pick<ChainPorts, 'peers'>,
): AskedPart {
  let begun: PeersAsked | undefined;
  return {
    ...asked,
    question,
    meter: createMeter(mostOnNodesMicros(asked.type.id)),
    peers: () => (begun ??= peers.get(asked.type.id)?.ask(asked.params)),
  };
}
