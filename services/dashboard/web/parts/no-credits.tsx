import { Alert, Code } from '@mantine/core';
import type { ReactNode } from 'react';

/** Tells an account without credits how to get some. Shows nothing while there are credits. */
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
