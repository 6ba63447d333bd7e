import type { ReactNode } from 'react';

/** The mark and the name of Assay. The mark is the octagonal frame in which an assay office stamps metal. */
export function Wordmark(): ReactNode {
  return (
    <span className="wordmark">
      <svg width={24} height={24} viewBox="0 0 32 32" aria-hidden="true">
        <path d="M10 1h12l9 9v12l-9 9H10l-9-9V10z" fill="#0b5d66" />
        <path
          d="M10.9 3.2h10.2l7.7 7.7v10.2l-7.7 7.7H10.9l-7.7-7.7V10.9z"
          fill="none"
          stroke="#d9a74e"
          strokeWidth={1.2}
        />
        <path
          d="M9.5 16.8l4.6 4.6 8.6-10.2"
          fill="none"
          stroke="#fff"
          strokeWidth={3.2}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Assay
    </span>
  );
}
