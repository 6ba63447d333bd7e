import { Button, Table } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PagedRows } from '../paged-rows.ts';
import { Failure } from './states.tsx';
import { WideTable } from './wide-table.tsx';

const usualRowHeight = 41;
const overscan = 20;

type Props<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly head: ReactNode;
  /**
   * Returns the cells of a row. On a phone each row is a card: a cell with `data-main` is its title, and `data-label`
   * names any other cell.
   */
  readonly row: (row: Row) => ReactNode;
  readonly classOf?: (row: Row) => string | undefined;
  /**
   * Minimum width of the table, in CSS pixels. The table scrolls sideways on a narrower screen, unless the screen is a
   * phone.
   */
  readonly minWidth: number;
  /** The pages that the rows come from. Absent for a complete list. */
  readonly list?: PagedRows<Row>;
};

/**
 * A table that renders only the rows near the viewport, and loads the next page when the reader gets near its end. New
 * rows never move the rows that somebody reads. A button offers the new rows instead.
 */
export function VirtualRows<Row>({ label, rows, keyOf, head, row, classOf, minWidth, list }: Props<Row>): ReactNode {
  const holder = useRef<HTMLDivElement>(null);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => usualRowHeight,
    // By default the library rounds each height. The rounding errors would add up and move the rows below.
    measureElement: (element, entry) => entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height,
    overscan,
    scrollMargin: holder.current?.offsetTop ?? 0,
    getItemKey: (index) => {
      const each = rows[index];
      return each === undefined ? index : keyOf(each);
    },
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - 1) {
      list?.loadOlder();
    }
    // `loadOlder` is a new function in every render. Only a new last row is a reason to run it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [last, rows.length]);
  const margin = virtual.options.scrollMargin;
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  const hasOlder = list?.hasOlder ?? false;
  return (
    <div ref={holder}>
      {list?.hasNewer === true && <Newer onShow={list.showNewest} />}
      <WideTable minWidth={minWidth} label={label}>
        {/* The head of the table counts as its first row. Minus one means that the number of rows is not known yet. */}
        <Table className="cards" aria-label={label} aria-rowcount={hasOlder ? -1 : rows.length + 1}>
          <Table.Thead>{head}</Table.Thead>
          <Table.Tbody>
            {before > 0 && <tr style={{ height: before }} aria-hidden="true" />}
            {items.map(({ index, key }) => {
              const each = rows[index];
              return each === undefined ? null : (
                <Table.Tr
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className={classOf?.(each)}
                >
                  {row(each)}
                </Table.Tr>
              );
            })}
            {after > 0 && <tr style={{ height: after }} aria-hidden="true" />}
          </Table.Tbody>
        </Table>
      </WideTable>
      {list !== undefined && hasOlder && <Older list={list} />}
    </div>
  );
}

/** A button at the top of the window. It takes no space, so that no row moves when it appears. */
function Newer({ onShow }: { readonly onShow: () => void }): ReactNode {
  return (
    <div className="newer" role="status">
      <Button
        size="compact-sm"
        onClick={() => {
          window.scrollTo({ top: 0 });
          onShow();
        }}
      >
        Show the newest
      </Button>
    </div>
  );
}

/** The end of the table while older rows are loading, or could not be loaded. */
function Older({ list }: { readonly list: PagedRows<unknown> }): ReactNode {
  return list.error === null ? (
    <p className="muted" style={{ height: usualRowHeight, margin: 0, padding: '0.5rem 0.625rem' }}>
      Loading older rows…
    </p>
  ) : (
    <>
      <Failure error={list.error} />
      <Button mt="sm" variant="default" onClick={list.loadOlder}>
        Try again
      </Button>
    </>
  );
}
