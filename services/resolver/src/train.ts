import { builtModel } from './embedded/built-model.ts';

const startedAt = performance.now();
const { model, questions, isNew } = await builtModel();
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
process.stdout.write(
  isNew
    ? `resolver model ${model.version}: ${questions} questions, ${model.labels.length} classes, floors ` +
        `${model.floors.type} and ${model.floors.missing}, false answers to at most ` +
        `${(100 * model.falseAnswerBound).toFixed(1)}% of a new author's unanswerable questions, ${seconds} s\n`
    : `resolver model ${model.version} is up to date\n`,
);
