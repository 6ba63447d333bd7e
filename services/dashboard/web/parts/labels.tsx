import type { Level as LevelName } from '@assay/catalog/define';
import type {
  AnswerOutcome,
  DeliveryOutcome,
  FailedCallOutcome,
  GateVerdict,
  UsageOutcome,
} from '@assay/catalog/outcomes';
import { Badge, Button, CopyButton, Tooltip } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { ago, clockTime, exactTime, localTime } from '../format.ts';

const touchedMs = 3_000;
/** Every outcome that a page shows: of requests, of usage and of deliveries. */
type ShownOutcome = AnswerOutcome | FailedCallOutcome | GateVerdict | UsageOutcome | DeliveryOutcome;

const outcomeColors: Readonly<Record<string, string>> = {
  delivered: 'green',
  allow: 'green',
  allow_with_caveat: 'yellow',
  refused: 'orange',
  refuse: 'orange',
  no_source: 'orange',
  rejected: 'orange',
  failed: 'red',
  error: 'red',
  undelivered: 'red',
} satisfies Partial<Record<ShownOutcome, string>>;

/** Texts for outcomes whose names are unclear. */
const outcomeTexts: Readonly<Record<string, string>> = {
  '': 'not reported',
  unknown: 'not reported',
  unmet: 'condition not met',
  unverified: 'not verified',
  deferred: 'postponed',
  superseded: 'replaced by a later try',
  debounced: 'within the quiet time',
  gone: 'watch deleted',
  undelivered: 'not received',
  broken: 'error',
} satisfies Partial<Record<ShownOutcome | '', string>>;

/** The outcome of a request or of a delivery. */
export function Outcome({ value }: { readonly value: string }): ReactNode {
  return (
    <Badge variant="dot" color={outcomeColors[value] ?? 'gray.6'} tt="none" miw="max-content">
      {outcomeTexts[value] ?? value.replaceAll('_', ' ')}
    </Badge>
  );
}

const levelColors: Readonly<Record<string, string>> = {
  anchored: 'green',
  consensus: 'blue',
  single_source: 'gray.6',
} satisfies Record<LevelName, string>;

/** Shows the level that the verification of an answer reached. */
export function Level({ value }: { readonly value: string }): ReactNode {
  return value === '' ? null : (
    <Badge variant="dot" color={levelColors[value] ?? 'gray.6'} tt="none" miw="max-content">
      {value.replaceAll('_', ' ')}
    </Badge>
  );
}

/** A time in the reader's zone, with the exact time on hover and focus. */
export function Time({
  at,
  relative = false,
  clock = false,
}: {
  readonly at: number | string;
  readonly relative?: boolean;
  /** Whether to show only the time of day, with milliseconds. */
  readonly clock?: boolean;
}): ReactNode {
  const text = clock ? clockTime(at) : relative ? ago(at) : localTime(at);
  const element = useRef<HTMLTimeElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <>
      <time
        ref={element}
        dateTime={exactTime(at)}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={({ pointerType }) => {
          // On a touch screen the pointer leaves when the finger is lifted. Then wait, so that a person can read the
          // time.
          setTimeout(() => setPointedAt(false), pointerType === 'touch' ? touchedMs : 0);
        }}
      >
        {text}
      </time>
      {/* Renders the tooltip only while it is needed: one tooltip for each time would slow down long lists. */}
      {isPointedAt && <Tooltip label={exactTime(at)} target={element} opened />}
    </>
  );
}

/** A button that copies a text. */
export function Copy({
  text,
  label,
  shown = 'Copy',
}: {
  readonly text: string;
  readonly label: string;
  readonly shown?: string;
}): ReactNode {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" size="compact-sm" flex="none" onClick={copy} title={label}>
          {copied ? 'Copied' : shown}
        </Button>
      )}
    </CopyButton>
  );
}
