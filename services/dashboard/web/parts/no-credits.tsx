import { Alert, Code } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says how an account without credits gets some; nothing while it has credits. */
export function NoCredits({
  balanceMicros,
  accountId,
}: {
  readonly balanceMicros: string;
  readonly accountId: string;
}): ReactNode {
  return balanceMicros === '0' ? (
    <Alert color="orange" title="This account has no credits" mb="md">
      Every call is refused until it has some. Ask the operator of this service to add credits to{' '}
      <Code>{accountId}</Code>.
    </Alert>
  ) : null;
}
