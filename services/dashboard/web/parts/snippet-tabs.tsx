import { Code, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Snippet } from '../snippets.ts';
import { Copy } from './labels.tsx';

/** The same call from several kinds of programs, each with a button that copies it. */
export function SnippetTabs({ snippets }: { readonly snippets: readonly Snippet[] }): ReactNode {
  return (
    <Tabs defaultValue={snippets[0]?.name ?? ''}>
      <Tabs.List>
        {snippets.map(({ name }) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ name, text }) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Code block mb="xs">
            {text}
          </Code>
          <Copy text={text} label={`Copy as ${name}`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
