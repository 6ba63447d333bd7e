import type { ReactNode } from 'react';

/** A list of labelled values. On a narrow screen each value is below its label. */
export function Facts({ rows }: { readonly rows: readonly (readonly [label: string, value: ReactNode])[] }): ReactNode {
  return (
    <dl className="facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt className="muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
