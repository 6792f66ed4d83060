/** Limits of the host's socket (attacks README, table of W). */
export interface ListenerLimits {
  /** Request line and headers together, bytes; over it 431. */
  readonly headerBytes: number
  /** Time to send the headers; over it the TCP connection is closed. */
  readonly headersMs: number
  /** One message after joining its fragments, bytes; over it close 1009. */
  readonly messageBytes: number
  /** Body of a POST, bytes; over it 413. */
  readonly bodyBytes: number
  /** How long a closing handshake may take before the connection is cut. */
  readonly closeGraceMs: number
  /** Time between the host's own ping frames; a peer silent for two of them is taken as gone. */
  readonly pingIntervalMs: number
  /** Bytes of unsent output up to which ping frames are answered; over it close 1008. */
  readonly pongBacklogBytes: number
  /** Connections that have not sent a request yet; the oldest makes room for a new one. */
  readonly waitingConnections: number
}

/** The values the host runs with. */
export const defaultLimits: ListenerLimits = {
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  messageBytes: 8 * 1024 * 1024,
  bodyBytes: 4 * 1024,
  closeGraceMs: 2_000,
  pingIntervalMs: 20_000,
  pongBacklogBytes: 1024 * 1024,
  waitingConnections: 512,
}
