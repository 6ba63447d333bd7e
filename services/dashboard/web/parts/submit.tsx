import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './states.tsx';

/** The button that submits a form, and below it the error of the last try. */
export function Submit({
  action,
  children,
}: {
  readonly action: { readonly isPending: boolean; readonly error: Error | null };
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <Button type="submit" loading={action.isPending}>
        {children}
      </Button>
      <Failure error={action.error} />
    </>
  );
}
