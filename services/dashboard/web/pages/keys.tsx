import { Badge, Button, Group, Table, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { KeyView } from '../../src/api/key-view.ts';
import type { KeysView } from '../../src/api/routes/key-list/route.ts';
import type { AccountPageProps } from '../parts/account-page-props.ts';
import { ago, localTime } from '../format.ts';
import { keyState } from '../key-state.ts';
import { CreateDialog, RevokeDialog, RotateDialog } from '../parts/key-dialogs.tsx';
import { Time } from '../parts/labels.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { NewKeyDialog, type NewKey } from '../parts/new-key-dialog.tsx';
import { useAccountQuery } from '../queries.ts';
import { VirtualRows } from '../parts/virtual-rows.tsx';
import { PageHead } from '../parts/page-head.tsx';

/** The keys of an account. A new key is shown once, and is gone when its dialog closes. */
export default function Keys({ account }: AccountPageProps): ReactNode {
  const keys = useAccountQuery<KeysView>(account.id, '/keys');
  const [isCreating, setIsCreating] = useState(false);
  const [newKey, setNewKey] = useState<NewKey | undefined>();
  const [rotating, setRotating] = useState<KeyView | undefined>();
  const [revoking, setRevoking] = useState<KeyView | undefined>();
  const isOwner = account.role === 'owner';
  const show = (created: NewKey): void => {
    setIsCreating(false);
    setRotating(undefined);
    setNewKey(created);
  };
  return (
    <>
      <PageHead title="Keys">{isOwner && <Button onClick={() => setIsCreating(true)}>Create a key</Button>}</PageHead>
      <Loaded query={keys}>
        {({ keys: rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no key yet">
              {isOwner
                ? 'Create one. The dialog shows a first call that works as it stands.'
                : 'Only owners create keys. The page Settings lists the owners of this account.'}
            </Empty>
          ) : (
            <KeyTable rows={rows} isOwner={isOwner} onRotate={setRotating} onRevoke={setRevoking} />
          )
        }
      </Loaded>
      <CreateDialog accountId={account.id} isOpen={isCreating} onClose={() => setIsCreating(false)} onKey={show} />
      <RotateDialog accountId={account.id} rotating={rotating} onClose={() => setRotating(undefined)} onKey={show} />
      <RevokeDialog accountId={account.id} revoking={revoking} onClose={() => setRevoking(undefined)} />
      <NewKeyDialog accountId={account.id} created={newKey} onClose={() => setNewKey(undefined)} />
    </>
  );
}

type RowActions = {
  readonly isOwner: boolean;
  readonly onRotate: (key: KeyView) => void;
  readonly onRevoke: (key: KeyView) => void;
};

function KeyTable({ rows, ...actions }: RowActions & { readonly rows: readonly KeyView[] }): ReactNode {
  const nowMs = Date.now();
  const isOver = (key: KeyView): boolean => ['ended', 'revoked'].includes(keyState(key, nowMs));
  const sorted = [...rows.filter((key) => !isOver(key)), ...rows.filter(isOver)];
  return (
    <VirtualRows
      label="Keys"
      minWidth={720}
      rows={sorted}
      keyOf={({ id }) => id}
      head={
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th className="short">Begins with</Table.Th>
          <Table.Th>Created</Table.Th>
          <Table.Th>Last used</Table.Th>
          <Table.Th>State</Table.Th>
          {actions.isOwner && <Table.Th>Actions</Table.Th>}
        </Table.Tr>
      }
      classOf={(key) => (isOver(key) ? 'muted' : undefined)}
      row={(key) => <KeyCells row={key} nowMs={nowMs} {...actions} />}
    />
  );
}

function KeyCells({
  row,
  nowMs,
  isOwner,
  onRotate,
  onRevoke,
}: RowActions & { readonly row: KeyView; readonly nowMs: number }): ReactNode {
  const state = keyState(row, nowMs);
  const isOver = state === 'ended' || state === 'revoked';
  return (
    <>
      <Table.Td data-main="">{row.name || <span className="muted">without a name</span>}</Table.Td>
      <Table.Td className="mono" data-label="Begins with">
        {row.prefix}…
      </Table.Td>
      <Table.Td className="short" data-label="Created">
        <Time at={row.createdAt} />
      </Table.Td>
      <Table.Td className="short" data-label="Last used">
        {row.lastUsedAt === null ? 'never' : <Time at={row.lastUsedAt} relative />}
      </Table.Td>
      <Table.Td data-label="State">
        <State row={row} nowMs={nowMs} />
      </Table.Td>
      {isOwner && (
        <Table.Td data-label="Actions">
          {!isOver && (
            <Group gap="xs" wrap="nowrap">
              {state === 'active' && (
                <Button size="compact-sm" variant="default" onClick={() => onRotate(row)}>
                  Rotate
                </Button>
              )}
              <Button size="compact-sm" variant="default" onClick={() => onRevoke(row)}>
                Revoke
              </Button>
            </Group>
          )}
        </Table.Td>
      )}
    </>
  );
}

function State({ row, nowMs }: { readonly row: KeyView; readonly nowMs: number }): ReactNode {
  const state = keyState(row, nowMs);
  const colors = { active: 'green', ending: 'yellow', ended: 'gray.6', revoked: 'gray.6' } as const;
  const end = state === 'revoked' ? row.revokedAt : row.expiresAt;
  const badge = (
    <Badge variant="dot" color={colors[state]} tt="none" miw="max-content">
      {state === 'ending' ? `ends ${ago(row.expiresAt ?? nowMs, nowMs)}` : state}
    </Badge>
  );
  return end === null ? (
    badge
  ) : (
    <Tooltip label={localTime(end)} events={{ hover: true, focus: true, touch: true }}>
      {badge}
    </Tooltip>
  );
}
