// What can go wrong with the broker, by name. The words are the features' matter.

/** Real-time specification, section 9; the last four are ours. */
export const brokerErrorIds = [
  'connectTimeout',
  'subscribeTimeout',
  'unsubscribeTimeout',
  'pingTimeout',
  'internal',
  // The five bad return codes of CONNACK, in their order.
  'badProtocol',
  'identifierRejected',
  'serverUnavailable',
  'badCredentials',
  'notAuthorized',
  'socketError',
  'socketClosed',
  'malformedText',
  'unsupported',
  'invalidState',
  'invalidType',
  'invalidArgument',
  'bufferFull',
  /** A message of QoS 0 while the connection is not live: it is never kept for later. */
  'notConnected',
  /** The server that hands out tickets is away, or hands out none. */
  'noServer',
  'noTicket',
  /** The broker closed the connection on this message each time it was sent. */
  'refused',
] as const
export type BrokerErrorId = (typeof brokerErrorIds)[number]

/** Error of the broker connection or of one message. `message` is plain English for the trace. */
export class BrokerError extends Error {
  readonly id: BrokerErrorId
  constructor(id: BrokerErrorId, detail?: string, cause?: unknown) {
    super(detail ?? id, { cause })
    this.name = 'BrokerError'
    this.id = id
  }
}

const RETURN_CODES: Readonly<Record<number, BrokerErrorId>> = {
  1: 'badProtocol',
  2: 'identifierRejected',
  3: 'serverUnavailable',
  4: 'badCredentials',
  5: 'notAuthorized',
}

const BY_TEXT: readonly (readonly [RegExp, BrokerErrorId])[] = [
  [/^connack timeout/i, 'connectTimeout'],
  [/^keepalive timeout/i, 'pingTimeout'],
  [/^no connection|^client disconnecting/i, 'notConnected'],
  [/^connection closed/i, 'socketClosed'],
  [/websocket|socket/i, 'socketError'],
]

/** Names an error of the client library; what it has no name for is internal. */
export function brokerErrorOf(error: unknown): BrokerError {
  if (error instanceof BrokerError) return error
  const text = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const id =
    (typeof code === 'number' ? RETURN_CODES[code] : undefined) ??
    BY_TEXT.find(([pattern]) => pattern.test(text))?.[1] ??
    // Errors of the socket carry a word such as ECONNREFUSED.
    (typeof code === 'string' ? 'socketError' : 'internal')
  return new BrokerError(id, text, error)
}
