import { Alert, Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

const skeletonRows = 4;

/** Shows a query's data, its loading state, or its error with a button that tries again. */
export function Loaded<Data>({
  query,
  children,
}: {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}): ReactNode {
  if (query.data !== undefined) {
    return children(query.data);
  }
  if (query.isError) {
    return (
      <Alert color="red" title="This could not be loaded" role="alert">
        <Text mb="sm">{query.error.message}</Text>
        <Button variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
      </Alert>
    );
  }
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading">
      {Array.from({ length: skeletonRows }, (_, row) => (
        <Skeleton key={row} height={36} />
      ))}
    </Stack>
  );
}

/** Says that a list is still empty, and what to do next. */
export function Empty({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <Stack align="flex-start" gap="xs" py="lg">
      <Title order={3} size="h4">
        {title}
      </Title>
      <div className="muted">{children}</div>
    </Stack>
  );
}

/** Shows the error of an action, or nothing when there is none. */
export function Failure({ error }: { readonly error: Error | null }): ReactNode {
  return error === null ? null : (
    <Alert color="red" role="alert" mt="sm">
      {error.message}
    </Alert>
  );
}
