import type { ProviderStream } from '@assay/providers/define-stream';
import type { StreamedPrint } from '@assay/streams/print';

/** A trade as a stream published it (a print), and the id of the stream. */
export type PrintOfStream = { readonly stream: string; readonly print: StreamedPrint };

/** A message with the trades that another replica received. */
export type SharedPrints = {
  /** UUID of the replica that sent the message. */
  readonly sender: string;
  /** Sequence number of the message. A gap in the numbers shows that trades were lost. */
  readonly sequence: number;
  readonly prints: readonly PrintOfStream[];
};

/** Receives the trades that the streams of all replicas publish. */
export type PrintListener = {
  /**
   * Receives a trade from one of this replica's own connections. Returns whether this replica leads the measurement. If
   * not, the caller sends the trade to the leader.
   */
  readonly onOwnPrint: (print: PrintOfStream) => boolean;
  /** Receives the trades of another replica. Ignores them unless this replica leads the measurement. */
  readonly onSharedPrints: (sharedPrints: SharedPrints) => void;
};

/** The topics whose trades a replica wants, by stream. */
export type PrintTopicsByStream = ReadonlyMap<string, readonly string[]>;

/** Gives the measurement access to the trades of this replica's streams. */
export type StreamPrints = {
  /** The streams that are open in this deployment. */
  readonly streams: readonly ProviderStream[];
  /** Sets the receiver of the trades. Trades that arrived before are lost. */
  readonly listen: (listener: PrintListener) => void;
  /**
   * Requests the trades of topics from the replicas with the stream connections, which then subscribe to these topics.
   * The leader of the measurement calls this every second. The request expires a few seconds after the last call.
   */
  readonly want: (topics: PrintTopicsByStream) => void;
};
