/** One complete HTTP response. */
export type HttpReply = {
  readonly status: number;
  readonly body: string | Buffer;
  /** The media type. JSON when absent. */
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Called once: with true when the connection accepted all bytes, with false when it never will. */
  readonly onDelivered?: (delivered: boolean) => void;
};
