import type { CardRates, ModelCard, TrainedModel } from '@assay/resolver/embedded/model-file';

/** Returns the page in Markdown that describes a model: its training questions, its rates and its limits. */
export function cardPage({ version, labels, floors, falseAnswerBound }: TrainedModel, card: ModelCard): string {
  const { corpora, readingCode, folds, rates } = card;
  return `# Card of the resolver's model

\`make train\` writes this page together with \`services/resolver/model/embedded.model\`. The header of that file holds the
same figures.

| property                                       | value |
| ---------------------------------------------- | ----- |
| version                                        | \`${version}\` |
| purpose                                        | name the data type that a question asks for, or refuse the question |
| classes                                        | ${labels.map((label) => `\`${label}\``).join(', ')} |
| questions learned from                         | ${corpora.questions} by ${corpora.authors} authors |
| SHA-256 of these questions                     | \`${corpora.sha256}\` |
| SHA-256 of the reading code, data and trainer  | \`${readingCode.sha256}\` |
| folds                                          | ${folds.count}, which hold out ${folds.heldOutAuthors} whole authors |
| minimum probability of an answer               | ${floors.type} |
| minimum probability of asking for a parameter  | ${floors.missing} |
| bound on false answers for a new author        | ${percent(falseAnswerBound)} |
| license                                        | Apache-2.0, as the corpora |

## Rates on questions that the model never saw

| set | questions | exact | false answers | false refusals |
| --- | ---: | ---: | ---: | ---: |
${Object.entries(rates)
  .map(([name, rate]) => rowOf(name, rate))
  .join('\n')}

## Limits

- The model weighs words and does not understand them: \`held-out-twins.jsonl\` shows how often a changed word misleads it.
- Most authors are agents of a large language model that played personas. People may ask in other words.
- A data type is unknown to the model until its examples are part of a training.
`;
}

function rowOf(name: string, { questions, exact, falseAnswers, falseRefusals }: CardRates): string {
  return `| \`${name}\` | ${questions} | ${percent(exact)} | ${percent(falseAnswers)} | ${percent(falseRefusals)} |`;
}

function percent(share: number | null): string {
  return share === null ? '-' : `${(100 * share).toFixed(1)}%`;
}
