import { Button, Group, NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';
import type { ExampleCall } from '../snippets.ts';
import { useUrlValue } from '../url-value.ts';
import { Level } from './labels.tsx';
import { exampleTexts, ParameterInputs, type ParameterTexts } from './parameter-inputs.tsx';

type FormProps = {
  readonly types: readonly CatalogType[];
  /** Receives the call that the form describes, again after every change. */
  readonly onCall: (call: ExampleCall) => void;
};

/** A form that describes one kind of call. */
export type CallForm = (props: FormProps) => ReactNode;

const questions = [
  'What is the price of SOL?',
  'Funding rate of BTC on hyperliquid',
  'How many people are playing Counter-Strike 2?',
];
const quoteType = 'chain.swap_quote';
const firstType = 'token.price';

/** Reports a call after every change of its content. */
function useReport(onCall: FormProps['onCall'], apiCall: ExampleCall): void {
  const text = JSON.stringify(apiCall);
  useEffect(() => {
    onCall(JSON.parse(text) as ExampleCall);
  }, [text, onCall]);
}

/** Asks a question in words. */
export function AskForm({ onCall }: FormProps): ReactNode {
  // A link to the page may name the question. The page does not write changes of the field back to the URL, because
  // browsers limit how often a page may change it.
  const [fromLink] = useUrlValue('question', questions[0]);
  const [query, setQuery] = useState(fromLink);
  const [minLevel, setMinLevel] = useUrlValue('minLevel');
  useReport(onCall, { tool: 'ask', body: { query, ...(minLevel === '' ? {} : { minLevel }) } });
  return (
    <>
      <TextInput
        label="Question"
        required
        maxLength={1_000}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <Group gap="xs">
        {questions.map((each) => (
          <Button key={each} variant="default" size="compact-sm" className="wrapping" onClick={() => setQuery(each)}>
            {each}
          </Button>
        ))}
      </Group>
      <MinLevelSelect value={minLevel} onChange={setMinLevel} />
    </>
  );
}

/** Asks for a data type with its parameters. It opens with the example of the type. */
export function TypeForm({ types, onCall }: FormProps): ReactNode {
  const [id, setId] = useUrlValue('type', types.some((each) => each.id === firstType) ? firstType : types[0]?.id);
  const type = types.find((each) => each.id === id);
  const [values, setValues] = useState<ParameterTexts>(() => exampleTexts(type));
  const [minLevel, setMinLevel] = useUrlValue('minLevel');
  const names = type === undefined ? [] : [...type.required, ...type.optional];
  useReport(onCall, {
    tool: 'get_data',
    body: { type: id, params: filledIn(values, names), ...(minLevel === '' ? {} : { minLevel }) },
  });
  return (
    <>
      <NativeSelect
        label="Data type"
        value={id}
        onChange={({ currentTarget: { value } }) => {
          setId(value);
          setValues(exampleTexts(types.find((each) => each.id === value)));
        }}
        data={types.map((each) => ({
          value: each.id,
          label: each.isServed ? each.id : `${each.id} (not served now)`,
        }))}
      />
      {type !== undefined && <TypeFacts type={type} />}
      {type !== undefined && <ParameterInputs type={type} names={names} values={values} onChange={setValues} />}
      <MinLevelSelect value={minLevel} onChange={setMinLevel} />
    </>
  );
}

/** Asks the gate about a swap. It opens with the example of a trade and a policy with all limits. */
export function GateForm({ types, onCall }: FormProps): ReactNode {
  const type = types.find(({ id }) => id === quoteType);
  const [values, setValues] = useState<ParameterTexts>(() => exampleTexts(type));
  const [impact, setImpact] = useState<number | string>(100);
  const [risk, setRisk] = useState<number | string>(40);
  const [minLevel, setMinLevel] = useUrlValue('minLevel');
  const names = type === undefined ? [] : [...type.required, ...type.optional];
  const policy = {
    ...(impact === '' ? {} : { maxPriceImpactBps: Number(impact) }),
    ...(risk === '' ? {} : { maxRiskScore: Number(risk) }),
    ...(minLevel === '' ? {} : { minLevel }),
  };
  useReport(onCall, { tool: 'gate', body: { ...filledIn(values, names), policy } });
  return (
    <>
      <Text size="sm" className="muted">
        The gate quotes the swap, checks the token that it would pay out, and judges both by your limits only.
      </Text>
      <Group grow align="flex-end">
        <NumberInput label="Price impact at most, bps" required min={0} value={impact} onChange={setImpact} />
        <NumberInput label="Risk at most, of 100" min={0} max={100} value={risk} onChange={setRisk} />
      </Group>
      <MinLevelSelect value={minLevel} onChange={setMinLevel} />
      {type !== undefined && <ParameterInputs type={type} names={names} values={values} onChange={setValues} />}
    </>
  );
}

function filledIn(values: ParameterTexts, names: readonly string[]): ParameterTexts {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' && names.includes(name)));
}

function MinLevelSelect({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  return (
    <NativeSelect
      label="At least"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'any level' },
        { value: 'consensus', label: 'consensus' },
        { value: 'anchored', label: 'anchored' },
      ]}
    />
  );
}

function TypeFacts({ type }: { readonly type: CatalogType }): ReactNode {
  return (
    <div>
      <Text size="sm">{type.description}</Text>
      <Text size="sm" className="muted" component="div">
        {type.providers === 1 ? 'One independent group answers' : `${type.providers} independent groups answer`} now.
        The highest level is <Level value={type.maxLevel ?? ''} />
        {type.capReason !== null && <div>Why not higher: {type.capReason}.</div>}
      </Text>
    </div>
  );
}
