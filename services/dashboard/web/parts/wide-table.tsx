import type { CSSProperties, ReactNode } from 'react';

/**
 * A box for a table that is wider than the screen. It scrolls sideways on a screen narrower than `minWidth` CSS pixels.
 * A table with the class `cards` shows each row as a card on a phone instead.
 */
export function WideTable(props: {
  readonly minWidth: number;
  /** The name of the scrolling area, for screen readers. */
  readonly label?: string;
  readonly children: ReactNode;
  readonly mt?: string;
}): ReactNode {
  const style = {
    '--wide-min': `${props.minWidth}px`,
    ...(props.mt === undefined ? {} : { marginTop: `var(--mantine-spacing-${props.mt})` }),
  } as CSSProperties;
  return (
    // The keyboard scrolls an area only if the area can receive the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="wide" style={style} tabIndex={0} role="group" aria-label={props.label ?? 'Table'}>
      {props.children}
    </div>
  );
}
