/** One complete HTTP response. */
export type HttpReply = {
  readonly status: number;
  readonly body: string | Buffer;
  /** The media type. JSON when absent. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The trace id that the response states. The request's own id when absent. */
  readonly traceId?: string;
  /**
   * Called once. The argument is true when the connection has accepted all bytes, and false when it certainly will not.
   */
  readonly onDelivered?: (delivered: boolean) => void;
};
