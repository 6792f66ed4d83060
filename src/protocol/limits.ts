/** How large what comes over the wire may be. The protocol sets no limits; these are the host's own. */
export const limits = {
  /** Bytes of one message after joining its fragments. */
  messageBytes: 8 * 1024 * 1024,
  /** Objects and arrays inside each other. */
  nesting: 64,
  /** Characters of a text request id. */
  requestIdLength: 256,
  /** Characters of a client id. */
  clientIdLength: 256,
  /** Characters of a channel or resource URI. */
  uriLength: 4096,
  /** Subscriptions of one connection. */
  subscriptions: 1000,
  /** Bytes of terminal input in one action. */
  terminalInputBytes: 1024 * 1024,
  /** Characters of the text of one message. */
  messageCharacters: 500_000,
  /** Attachments of one message. */
  attachments: 64,
  /** Columns, and rows, of a terminal. */
  terminalSize: 1000,
  /** Protocol errors on one connection before it is closed. */
  protocolErrors: 10,
} as const
