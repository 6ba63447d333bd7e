import { Alert, Button, Code, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { KeysView } from '../../src/api/routes/key-list/route.ts';
import { call } from '../api.ts';
import { useDeployment } from '../queries.ts';
import { firstCallSnippets } from '../snippets.ts';
import { Copy } from './labels.tsx';
import { SnippetTabs } from './snippet-tabs.tsx';

const lookAgainMs = 2_000;

/** A key that was just created. The page shows it once. */
export type NewKey = { readonly key: string; readonly id: string };

/**
 * Shows a new key once, with a first call that works as it stands, and says when that call arrived. When the dialog
 * closes, the page no longer has the key.
 */
export function NewKeyDialog({
  accountId,
  created,
  onClose,
}: {
  readonly accountId: string;
  readonly created: NewKey | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const deployment = useDeployment();
  return (
    <Modal opened={created !== undefined} onClose={onClose} title="Your new key" closeOnClickOutside={false} size="lg">
      {created !== undefined && (
        <>
          <Alert color="yellow" mb="sm">
            Copy it now. It is shown once and cannot be shown again.
          </Alert>
          <Group wrap="nowrap">
            <Code className="mono" data-testid="new-key">
              {created.key}
            </Code>
            <Copy text={created.key} label="Copy the key" />
          </Group>
          {deployment.data !== undefined && (
            <section aria-label="Your first call">
              <Text fw={600} mt="lg" mb="xs">
                Your first call
              </Text>
              <SnippetTabs snippets={firstCallSnippets(deployment.data.apiUrl, created.key)} />
            </section>
          )}
          <FirstCall accountId={accountId} keyId={created.id} />
          <Button mt="md" onClick={onClose}>
            I have stored it
          </Button>
        </>
      )}
    </Modal>
  );
}

/** Says whether a call with the key has arrived. */
function FirstCall({ accountId, keyId }: { readonly accountId: string; readonly keyId: string }): ReactNode {
  const keys = useQuery({
    queryKey: ['account', accountId, '/keys', 'first-call', keyId],
    queryFn: () => call<KeysView>('GET', `/api/accounts/${accountId}/keys`),
    refetchInterval: ({ state }) => (isUsed(state.data, keyId) ? false : lookAgainMs),
  });
  return (
    <div role="status" className="first-call" data-arrived={isUsed(keys.data, keyId)}>
      {isUsed(keys.data, keyId) ? (
        <>
          ✓ Your first call arrived. See <Link href={`/a/${accountId}/requests`}>what it was answered, and why</Link>.
        </>
      ) : (
        'Waiting for the first call with this key…'
      )}
    </div>
  );
}

function isUsed(view: KeysView | undefined, keyId: string): boolean {
  return view?.keys.some(({ id, lastUsedAt }) => id === keyId && lastUsedAt !== null) ?? false;
}
