import { Anchor, Container, Group, Paper, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useDeployment } from '../queries.ts';
import { Wordmark } from './wordmark.tsx';

/** The frame of the pages before sign-in. */
export function Entry({
  title,
  isIntroduced = false,
  children,
}: {
  readonly title: string;
  /** Whether the page says what Assay is, for people who see it for the first time. */
  readonly isIntroduced?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  useDocumentTitle(`${title} – Assay`);
  const deployment = useDeployment();
  return (
    <Container component="main" size={420} py="xl">
      <Wordmark />
      {isIntroduced && (
        <Text className="muted" mt="xs">
          Assay answers questions with data, and says how far each answer was checked. Here you create keys and see what
          was answered, why, and what it cost.
        </Text>
      )}
      <Title order={1} size="h3" mt="lg" mb="md">
        {title}
      </Title>
      <Paper withBorder p="lg">
        {children}
      </Paper>
      {deployment.data !== undefined && (
        <Group mt="md" gap="lg">
          <Anchor href={`${deployment.data.apiUrl}/`} size="sm">
            What is Assay?
          </Anchor>
          <Anchor href={`${deployment.data.apiUrl}/docs`} size="sm">
            Documentation
          </Anchor>
        </Group>
      )}
    </Container>
  );
}
