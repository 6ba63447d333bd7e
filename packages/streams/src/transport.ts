/** An open or opening connection. */
export type TransportConnection = {
  /** Sends a text. Does nothing before the connection is open and after it was closed. */
  readonly send: (text: string) => void;
  /** Stops reading, so that the venue's messages wait in the network, not in our memory. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the connection without waiting for the venue. `onClose` follows unless it was called before. */
  readonly close: () => void;
};

/** The events of a connection. */
export type TransportEvents = {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  /** A sign of life below the messages, such as a WebSocket ping. */
  readonly onAlive: () => void;
  /**
   * Called once. `detail` names no host.
   * @param httpStatus the status by which the venue refused the connection. Absent for any other end.
   */
  readonly onClose: (detail: string, httpStatus?: number) => void;
};

/**
 * Opens a connection to an address. Never throws.
 * @param headers headers of the request besides those of every request, such as that of the operator's key.
 */
export type OpenTransport = (
  url: string,
  events: TransportEvents,
  headers?: Readonly<Record<string, string>>,
) => TransportConnection;
