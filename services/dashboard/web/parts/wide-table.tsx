import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

// The keyboard scrolls an area only if the area can receive the focus.
const scrollAreaProps = { viewportProps: { tabIndex: 0 } };

/** A table that scrolls sideways on a screen narrower than `minWidth` CSS pixels. */
export function WideTable(props: {
  readonly minWidth: number;
  readonly children: ReactNode;
  readonly mt?: string;
}): ReactNode {
  return (
    <Table.ScrollContainer
      minWidth={props.minWidth}
      scrollAreaProps={scrollAreaProps}
      {...(props.mt === undefined ? {} : { mt: props.mt })}
    >
      {props.children}
    </Table.ScrollContainer>
  );
}
