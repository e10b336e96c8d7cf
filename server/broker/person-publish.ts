// What people publish: a request to unlock, a word about the line of their own call, or, with the right to, anything to
// themselves. Everything else is refused.
import type { PublishPacket } from 'aedes'
import { parseTopic, topics } from '../../src/contract/topics.ts'
import { holds } from '../../src/domain/permission.ts'
import type { Person } from '../person.ts'
import { PUBLISH_PERMISSION, unlockTarget } from './access.ts'
import type { Envelopes } from './envelopes.ts'
import type { PersonActions } from './ports.ts'

/** Free messages to oneself: enough to try the line, too little to hurt it. */
const MOST_BYTES = 8192
const WINDOW_MS = 10_000
const MOST_IN_WINDOW = 100
const MOST_PEOPLE = 10_000

export interface Publication {
  person: Person
  packet: PublishPacket
  payload: Buffer
  address: string | null
  /** To this connection alone. */
  answer(topic: string, payload: Buffer): void
}

export function createPersonPublish(options: {
  actions: PersonActions
  envelopes: Envelopes
  now: () => number
}) {
  const { actions, envelopes, now } = options
  const spoken = new Map<number, { since: number; count: number }>()
  let toThemselves = 0

  const tooOften = (accountId: number) => {
    const known = spoken.get(accountId)
    const window = known && now() - known.since < WINDOW_MS ? known : { since: now(), count: 0 }
    window.count++
    if (!known && spoken.size >= MOST_PEOPLE) spoken.clear()
    spoken.set(accountId, window)
    return window.count > MOST_IN_WINDOW
  }

  const unlock = async (imei: string, { person, payload, address, answer }: Publication) => {
    const fate = await actions.unlock(person, imei, payload, address)
    if (!fate.accepted) return fate.reason
    answer(topics.deviceAnswers(imei), envelopes.direct(person.accountId, fate.answer))
    return undefined
  }

  const speakToOneself = ({ person, packet, payload }: Publication) => {
    if (!holds(person.permissions, PUBLISH_PERMISSION)) return 'publish.topic'
    if (payload.length > MOST_BYTES) return 'publish.tooLong'
    if (tooOften(person.accountId)) return 'publish.rate'
    // Without an envelope it would reach nobody; with this one nobody but the person.
    packet.payload = envelopes.raw(person.accountId, payload)
    toThemselves++
    return undefined
  }

  // One after the other for each connection: judging takes its time, and a line's words must keep their order.
  const turns = new WeakMap<object, Promise<unknown>>()

  return {
    inTurn: <Result>(connection: object, work: () => Promise<Result>): Promise<Result> => {
      const next = (turns.get(connection) ?? Promise.resolve()).then(work)
      turns.set(
        connection,
        next.catch(() => undefined),
      )
      return next
    },
    /** The reason of a refusal, which ends the connection, or undefined. */
    publish: async (publication: Publication): Promise<string | undefined> => {
      const { person, packet } = publication
      if (packet.retain) return 'publish.retained'
      if (person.visitor) return 'publish.topic'
      const imei = unlockTarget(packet.topic)
      if (imei !== undefined) return unlock(imei, publication)
      const topic = parseTopic(packet.topic)
      if (topic?.to === 'personCall' && topic.userId === person.accountId) {
        const fate = await actions.signal(person, publication.payload)
        return typeof fate === 'string' ? undefined : fate.refused
      }
      if (topic?.to === 'person' && topic.userId === person.accountId) return speakToOneself(publication)
      return 'publish.topic'
    },
    /** How many messages people have sent to themselves. */
    count: () => toThemselves,
  }
}
