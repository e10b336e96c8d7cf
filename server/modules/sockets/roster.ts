// Who is there: people with a connection and the rooms of connected door units, and who of them may see whom.
import { type PushClient, personClientId } from '../../../src/contract/push-service.ts'
import { holds } from '../../../src/domain/permission.ts'
import { covers } from '../../broker/access.ts'
import type { Audience } from '../../outlet.ts'
import type { Person } from '../../person.ts'

/** Permission that shows rooms; people of the own scope are shown to everybody. Visitors see neither. */
const SEES_ROOMS = 'device.read'

export interface RosterClient extends PushClient, Audience {
  is: 'person' | 'room'
}

export interface Roster {
  /** A person has one connection more; answers the function that takes it back. */
  enter(person: Person): () => void
  /** People connected here, for the other processes. */
  peopleHere(): RosterClient[]
  onPeopleHere(listener: () => void): void
  /** People connected to another process; an empty list when it is gone. */
  setElsewhere(process: string, people: readonly RosterClient[]): void
  /** Those rooms are there now, and no others. */
  setRooms(rooms: readonly RosterClient[]): void
  /** Clients that a person may see, themselves included. */
  visibleTo(person: Person): PushClient[]
  onChange(listener: (change: 'came' | 'left', client: RosterClient) => void): void
}

/** Visitors see nobody, nor rooms, which are homes; nobody sees visitors. */
export function sees(viewer: Person, client: RosterClient): boolean {
  if (viewer.visitor) return false
  if (client.is === 'room') return holds(viewer.permissions, SEES_ROOMS) && covers(viewer, client)
  return client.id === personClientId(viewer.accountId) || covers(viewer, client)
}

const wireOf = ({ id, name }: RosterClient): PushClient => ({ id, name })

export function createRoster(): Roster {
  const people = new Map<string, { client: RosterClient; connections: number }>()
  const here = new Map<string, { client: RosterClient; connections: number }>()
  const elsewhere = new Map<string, Map<string, () => void>>()
  let rooms = new Map<string, RosterClient>()
  const listeners: ((change: 'came' | 'left', client: RosterClient) => void)[] = []
  const hereListeners: (() => void)[] = []
  const tell = (change: 'came' | 'left', client: RosterClient) => {
    for (const listener of listeners) listener(change, client)
  }

  const tellHere = () => {
    for (const listener of hereListeners) listener()
  }
  const join = (client: RosterClient) =>
    count(people, client, {
      first: () => tell('came', client),
      last: was => tell('left', was),
    })

  return {
    enter: person => {
      if (person.visitor) return () => {}
      const { accountId, name, tenantId, departmentId } = person
      const client: RosterClient = {
        is: 'person',
        id: personClientId(accountId),
        name,
        tenantId,
        departmentId,
      }
      const leaves = [count(here, client, { first: tellHere, last: tellHere }), join(client)]
      return () => {
        for (const leave of leaves) leave()
      }
    },
    onPeopleHere: listener => void hereListeners.push(listener),
    peopleHere: () => [...here.values()].map(({ client }) => client),
    setElsewhere: (process, present) => {
      const before = elsewhere.get(process) ?? new Map<string, () => void>()
      const now = new Map(present.map(client => [client.id, before.get(client.id) ?? join(client)]))
      for (const [id, leave] of before) if (!now.has(id)) leave()
      if (now.size > 0) elsewhere.set(process, now)
      else elsewhere.delete(process)
    },
    setRooms: now => {
      const before = rooms
      rooms = new Map(now.map(room => [room.id, room]))
      for (const room of before.values()) {
        const after = rooms.get(room.id)
        if (!after || !same(after, room)) tell('left', room)
      }
      for (const room of rooms.values()) {
        const was = before.get(room.id)
        if (!was || !same(was, room)) tell('came', room)
      }
    },
    visibleTo: person =>
      [...[...people.values()].map(({ client }) => client), ...rooms.values()]
        .filter(client => sees(person, client))
        .map(wireOf),
    onChange: listener => void listeners.push(listener),
  }
}

const same = (a: RosterClient, b: RosterClient) =>
  a.name === b.name && a.tenantId === b.tenantId && a.departmentId === b.departmentId

/** One connection more of a client; answers the function that takes it back, once however often it is called. */
function count(
  among: Map<string, { client: RosterClient; connections: number }>,
  client: RosterClient,
  tell: { first(): void; last(was: RosterClient): void },
): () => void {
  const known = among.get(client.id)
  if (known) known.connections += 1
  else {
    among.set(client.id, { client, connections: 1 })
    tell.first()
  }
  let inside = true
  return () => {
    const present = among.get(client.id)
    if (!inside || !present) return
    inside = false
    present.connections -= 1
    if (present.connections > 0) return
    among.delete(client.id)
    tell.last(present.client)
  }
}
