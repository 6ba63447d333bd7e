import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { PageHead } from '../parts/page-head.tsx';

/** The page of an unknown path, and of an account that the person does not belong to. */
export default function NotFound(): ReactNode {
  return (
    <div style={{ padding: '1rem' }}>
      <PageHead title="There is no such page" />
      <Text mt="sm">
        The link may be old, or you may not belong to its account. Go to <Link href="/">your account</Link>.
      </Text>
    </div>
  );
}
