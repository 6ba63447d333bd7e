/** A connection that is open or opening. */
export type TransportConnection = {
  /** Sends a text. Does nothing before the connection has opened and after it was closed. */
  readonly send: (text: string) => void;
  /** Stops reading, so that the venue's messages wait in the network, not in our memory. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the connection without waiting for the venue. `onClose` is then called unless it was called before. */
  readonly close: () => void;
};

/** The callbacks for the events of a connection. */
export type TransportEvents = {
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  /** Called at a sign of life that is not a message, such as a WebSocket ping. */
  readonly onAlive: () => void;
  /**
   * Called once, at the end of the connection. `detail` contains no host name.
   * @param httpStatus the status with which the venue refused the connection. Absent for any other end.
   */
  readonly onClose: (detail: string, httpStatus?: number) => void;
};

/**
 * Opens a connection to an address. Never throws.
 * @param headers additional headers of the request, such as the header with the operator's key.
 */
export type OpenTransport = (
  url: string,
  events: TransportEvents,
  headers?: Readonly<Record<string, string>>,
) => TransportConnection;
