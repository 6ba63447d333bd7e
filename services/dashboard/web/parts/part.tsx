import { Card, Stack, Title, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';

/** A part of a request's page: a card with a heading, which is also the part's name for screen readers. */
export function Part({
  title,
  mb,
  children,
}: {
  readonly title: string;
  /** The space below the card. Absent in a stack, whose layout already has space between its cards. */
  readonly mb?: MantineSpacing;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Card withBorder component="section" aria-label={title} {...(mb === undefined ? {} : { mb })}>
      <Stack gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}
