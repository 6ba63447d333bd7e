import type { ProviderStream } from '@assay/providers/define-stream';
import type { StreamedPrint } from '@assay/streams/print';

/** A print, and the id of the stream that it came from. */
export type PrintOfStream = { readonly stream: string; readonly print: StreamedPrint };

/** A message with prints of another replica. */
export type SharedPrints = {
  /** UUID of the replica that sent the message. */
  readonly sender: string;
  /** Sequence number of the message. A missing number shows that prints were lost. */
  readonly sequence: number;
  readonly prints: readonly PrintOfStream[];
};

/** Receives the prints of all replicas. */
export type PrintListener = {
  /**
   * Receives a print from one of this replica's own connections. Returns whether this replica leads the measurement. If
   * not, the print goes to the leader.
   */
  readonly onOwnPrint: (print: PrintOfStream) => boolean;
  /** Receives the prints of another replica. Ignores them unless this replica leads the measurement. */
  readonly onSharedPrints: (sharedPrints: SharedPrints) => void;
};

/** The topics whose prints a replica wants, by stream. */
export type PrintTopicsByStream = ReadonlyMap<string, readonly string[]>;

/** The prints of this replica's streams, for the measurement. */
export type StreamPrints = {
  /** The streams that are open in this deployment. */
  readonly streams: readonly ProviderStream[];
  /** Sets the receiver of the prints. Earlier prints are lost. */
  readonly listen: (listener: PrintListener) => void;
  /**
   * Subscribes to topics in the replicas that hold the connections, and requests their prints. The leader of the
   * measurement calls this every second. The request expires a few seconds after the last call.
   */
  readonly want: (topics: PrintTopicsByStream) => void;
};
