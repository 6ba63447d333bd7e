import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** The page of an unknown path, and of an account that the person does not belong to. */
export default function NotFound(): ReactNode {
  return (
    <main style={{ padding: '1rem' }}>
      <Title order={1} size="h2">
        There is no such page
      </Title>
      <Text mt="sm">
        The link may be old, or you may not belong to its account. Go to <Link href="/">your account</Link>.
      </Text>
    </main>
  );
}
