import { Container, Paper, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

/** The frame of the pages before sign-in. */
export function Entry({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  useDocumentTitle(`${title} – Assay`);
  return (
    <Container component="main" size={420} py="xl">
      <Title order={1} size="h3" mb="md">
        {title}
      </Title>
      <Paper withBorder p="lg">
        {children}
      </Paper>
    </Container>
  );
}
