import { Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** The heading of a page with its actions. The browser's tab shows the same title. */
export function PageHead({
  title,
  isCode = false,
  children,
}: {
  readonly title: string;
  /** Whether the title is an id or another text for machines. */
  readonly isCode?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  useDocumentTitle(`${title} – Assay`);
  return (
    <Group justify="space-between" mb="md" gap="sm">
      <Title order={1} size={isCode ? 'h4' : 'h2'} {...(isCode ? { className: 'mono' } : {})}>
        {title}
      </Title>
      {children !== undefined && <Group gap="xs">{children}</Group>}
    </Group>
  );
}
