import { Code, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Copy } from './labels.tsx';

/** A long text for machines, such as JSON, that is folded until the reader opens it. A printed page leaves it out. */
export function Folded({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <details className="folded">
      <summary>{title}</summary>
      <Group align="flex-start" wrap="nowrap" gap="xs" mt="xs">
        <Code block className="grow">
          {text}
        </Code>
        <Copy text={text} label={`Copy: ${title}`} />
      </Group>
    </details>
  );
}
