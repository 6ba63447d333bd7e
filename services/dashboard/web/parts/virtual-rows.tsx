import { Table } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import { WideTable } from './wide-table.tsx';

const rowHeight = 41;
const overscan = 20;

/** A table that renders only the rows near the viewport. `onEnd` runs when the reader comes near the last row. */
export function VirtualRows<Row>({
  label,
  rows,
  head,
  row,
  onEnd,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly head: ReactNode;
  readonly row: (row: Row) => ReactNode;
  readonly onEnd: () => void;
}): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: holder.current?.offsetTop ?? 0,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 1) {
      onEnd();
    }
    // `onEnd` is a new function in every render. Only a new last row is a reason to run it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [last, rows.length]);
  const margin = virtual.options.scrollMargin;
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <div ref={holder}>
      <WideTable minWidth={760}>
        <Table aria-label={label} aria-rowcount={rows.length}>
          <Table.Thead>{head}</Table.Thead>
          <Table.Tbody>
            {before > 0 && <tr style={{ height: before }} aria-hidden="true" />}
            {items.map(({ index, key }) => {
              const each = rows[index];
              return each === undefined ? null : (
                <Table.Tr key={key} style={{ height: rowHeight }} aria-rowindex={index + 1}>
                  {row(each)}
                </Table.Tr>
              );
            })}
            {after > 0 && <tr style={{ height: after }} aria-hidden="true" />}
          </Table.Tbody>
        </Table>
      </WideTable>
    </div>
  );
}
