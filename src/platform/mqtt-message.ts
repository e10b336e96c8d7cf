// What may be sent at all: names and topics of MQTT 3.1.1, checked before a packet exists.
import { BrokerError } from './mqtt-errors.ts'

/** Length of a client id, of a topic, of any text of the protocol. */
export const LONGEST_TEXT = 65_535

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

const isText = (text: string): boolean =>
  text.length > 0 && text.length <= LONGEST_TEXT && !CONTROL.test(text) && !/\p{Cs}/u.test(text)

/** Throws `invalidArgument` for a client id that is empty, too long or ill-formed. */
export function checkClientId(clientId: string): void {
  if (!isText(clientId)) throw new BrokerError('invalidArgument', 'Client id')
}

/** The text of a message. Throws `invalidType` and `invalidArgument`. */
export function checkedPayload(topic: string, message: object, qos: number): string {
  if (typeof topic !== 'string' || typeof message !== 'object' || message === null)
    throw new BrokerError('invalidType', 'A topic is a text, a message an object')
  const fits = isText(topic) && !/[+#]/.test(topic) && new TextEncoder().encode(topic).length <= LONGEST_TEXT
  if (!fits) throw new BrokerError('invalidArgument', 'Topic')
  if (![0, 1, 2].includes(qos)) throw new BrokerError('invalidArgument', 'QoS')
  try {
    return JSON.stringify(message)
  } catch (error) {
    throw new BrokerError('invalidType', 'The message cannot be written as JSON', error)
  }
}
