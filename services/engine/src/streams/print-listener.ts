import type { ProviderStream } from '@assay/providers/define-stream';
import type { StreamedPrint } from '@assay/streams/print';

/** A print with the id of its stream. */
export type PrintOfStream = { readonly stream: string; readonly print: StreamedPrint };

/** A message with prints of another replica. */
export type SharedPrints = {
  /** UUID of the replica. */
  readonly sender: string;
  /** Counts its messages one by one. A missing number shows lost prints. */
  readonly sequence: number;
  readonly prints: readonly PrintOfStream[];
};

/** Takes the prints of all replicas. */
export type PrintListener = {
  /**
   * Takes a print of one of this replica's own connections. Returns whether this replica leads the measurement. Otherwise
   * the print goes to the replica that does.
   */
  readonly onOwnPrint: (given: PrintOfStream) => boolean;
  /** Takes the prints of another replica. Does nothing unless this replica leads the measurement. */
  readonly onSharedPrints: (given: SharedPrints) => void;
};

/** The topics of streams whose prints are wanted, by stream. */
export type PrintTopicsByStream = ReadonlyMap<string, readonly string[]>;

/** The prints of this replica's streams, for the measurement. */
export type StreamPrints = {
  /** The streams that are open in this deployment. */
  readonly streams: readonly ProviderStream[];
  /** Sets who takes the prints. Earlier prints are lost. */
  readonly listen: (listener: PrintListener) => void;
  /**
   * Subscribes to topics in the replicas that hold the connections, and asks them for the prints. The leader of the
   * measurement calls it every second; a few seconds after the last call the wish ends.
   */
  readonly want: (topics: PrintTopicsByStream) => void;
};
