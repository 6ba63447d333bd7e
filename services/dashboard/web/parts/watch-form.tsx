import { Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ChangeEvent, type FormEvent, type ReactNode } from 'react';
import type { CatalogType } from '../../src/api/routes/catalog/route.ts';
import type { CreatedWatchView } from '../../src/api/routes/watch-create/route.ts';
import { call } from '../api.ts';
import { ParameterInputs, type ParameterTexts } from './parameter-inputs.tsx';
import { Submit } from './submit.tsx';
import { useOperationIds } from '../operation-ids.ts';
import { useCatalog } from '../queries.ts';

type ConditionFields = {
  readonly kind: 'every' | 'changes' | 'below' | 'above';
  readonly field: string;
  readonly limit: number | string;
};

const everyChange: ConditionFields = { kind: 'every', field: '', limit: '' };

/** Creates a watch. `onCreated` receives it with its secret. */
export function WatchForm({
  accountId,
  types,
  onCreated,
}: {
  readonly accountId: string;
  readonly types: readonly CatalogType[];
  readonly onCreated: (watch: CreatedWatchView) => void;
}): ReactNode {
  const [typeId, setTypeId] = useState(types[0]?.id ?? '');
  const [params, setParams] = useState<ParameterTexts>({});
  const [condition, setCondition] = useState(everyChange);
  const [minLevel, setMinLevel] = useState('');
  const [webhookUrl, setWebhookUrl] = useState('');
  const [seconds, setSeconds] = useState<number | string>();
  const operations = useOperationIds();
  const client = useQueryClient();
  const type = types.find(({ id }) => id === typeId);
  const create = useMutation({
    mutationFn: () => {
      const watch = {
        type: typeId,
        params: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== '')),
        ...conditionOf(condition),
        ...(minLevel === '' ? {} : { minLevel }),
        webhookUrl,
        ...(seconds === undefined || seconds === '' ? {} : { minIntervalSeconds: Number(seconds) }),
      };
      const operationId = operations.idFor(watch);
      return call<CreatedWatchView>('POST', `/api/accounts/${accountId}/watches`, { ...watch, operationId });
    },
    onSuccess: async (watch) => {
      operations.onAnswered();
      await client.invalidateQueries({ queryKey: ['account', accountId] });
      onCreated(watch);
    },
    gcTime: 0,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  const chooseType = ({ currentTarget }: ChangeEvent<HTMLSelectElement>): void => {
    setTypeId(currentTarget.value);
    setParams({});
    setCondition(everyChange);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect label="Data type" value={typeId} onChange={chooseType} data={types.map(({ id }) => id)} />
        {type !== undefined && (
          <>
            <ParameterInputs type={type} names={type.required} values={params} onChange={setParams} />
            <ConditionInputs fields={type.dataFields} value={condition} onChange={setCondition} />
          </>
        )}
        <MinLevelInput value={minLevel} onChange={setMinLevel} />
        <DeliveryInputs url={webhookUrl} onUrl={setWebhookUrl} seconds={seconds} onSeconds={setSeconds} />
        <Submit action={create}>Create</Submit>
      </Stack>
    </form>
  );
}

/** The choice of the level that a change must reach. Empty means any level. */
function MinLevelInput(props: { readonly value: string; readonly onChange: (minLevel: string) => void }): ReactNode {
  return (
    <NativeSelect
      label="At least"
      description="A change that Assay cannot verify to this level sends no notification."
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'any level' },
        { value: 'consensus', label: 'consensus' },
        { value: 'anchored', label: 'anchored' },
      ]}
    />
  );
}

function DeliveryInputs(props: {
  readonly url: string;
  readonly onUrl: (url: string) => void;
  readonly seconds: number | string | undefined;
  readonly onSeconds: (seconds: number | string) => void;
}): ReactNode {
  const interval = useCatalog().data?.watchFields['minIntervalSeconds'];
  return (
    <>
      <TextInput
        label="Webhook URL"
        type="url"
        required
        placeholder="https://hooks.example.com/assay"
        value={props.url}
        onChange={(event) => props.onUrl(event.currentTarget.value)}
      />
      <NumberInput
        label="At most one notification every"
        description="Seconds. Changes that come sooner after a received notification are dropped."
        min={interval?.minimum ?? 0}
        max={interval?.maximum ?? Number.MAX_SAFE_INTEGER}
        value={props.seconds ?? interval?.default ?? ''}
        onChange={(value) => props.onSeconds(value === '' ? '' : Number(value))}
      />
    </>
  );
}

function conditionOf({ kind, field, limit }: ConditionFields): object {
  if (kind === 'every') {
    return {};
  }
  return kind === 'changes'
    ? { condition: { field, changes: true } }
    : { condition: { field, crosses: Number(limit), direction: kind } };
}

function ConditionInputs({
  fields,
  value,
  onChange,
}: {
  readonly fields: readonly string[];
  readonly value: ConditionFields;
  readonly onChange: (value: ConditionFields) => void;
}): ReactNode {
  const [first = ''] = fields;
  return (
    <>
      <NativeSelect
        label="Notify"
        value={value.kind}
        onChange={(event) =>
          onChange({
            ...value,
            kind: event.currentTarget.value as ConditionFields['kind'],
            field: value.field === '' ? first : value.field,
          })
        }
        data={[
          { value: 'every', label: 'every change of the address' },
          { value: 'changes', label: 'when a field changes' },
          { value: 'above', label: 'when a field goes above a number' },
          { value: 'below', label: 'when a field goes below a number' },
        ]}
      />
      {value.kind !== 'every' && (
        <Group grow align="flex-start">
          <NativeSelect
            label="Field"
            value={value.field}
            onChange={(event) => onChange({ ...value, field: event.currentTarget.value })}
            data={[...fields]}
          />
          {value.kind !== 'changes' && (
            <NumberInput
              label="Number"
              required
              value={value.limit}
              onChange={(limit) => onChange({ ...value, limit })}
            />
          )}
        </Group>
      )}
    </>
  );
}
