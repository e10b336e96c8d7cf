// Who is there: people with a connection and the rooms of connected door units, and who of them may see whom.
import { type PushClient, personClientId } from '../../../src/contract/push-service.ts'
import { holds } from '../../../src/domain/permission.ts'
import { covers } from '../../broker/access.ts'
import type { Audience } from '../../broker/outlet.ts'
import type { Person } from '../session/person.ts'

/** Mark that shows rooms; people of the own scope are shown to everybody but visitors. */
const SEES_ROOMS = 'device.read'

export interface RosterClient extends PushClient, Audience {
  is: 'person' | 'room'
}

export interface Roster {
  /** A person has one connection more; answers the function that takes it back. */
  enter(person: Person): () => void
  /** Those rooms are there now, and no others. */
  setRooms(rooms: readonly RosterClient[]): void
  /** Clients that a person may see, themselves included. */
  visibleTo(person: Person): PushClient[]
  onChange(listener: (change: 'came' | 'left', client: RosterClient) => void): void
}

/** Visitors see what `device.read` gives them and no names of people; nobody sees visitors. */
export function sees(viewer: Person, client: RosterClient): boolean {
  if (client.is === 'room') return holds(viewer.marks, SEES_ROOMS) && covers(viewer, client)
  if (viewer.visitor) return false
  return client.id === personClientId(viewer.accountId) || covers(viewer, client)
}

const wireOf = ({ id, name }: RosterClient): PushClient => ({ id, name })

export function createRoster(): Roster {
  const people = new Map<string, { client: RosterClient; connections: number }>()
  let rooms = new Map<string, RosterClient>()
  const listeners: ((change: 'came' | 'left', client: RosterClient) => void)[] = []
  const tell = (change: 'came' | 'left', client: RosterClient) => {
    for (const listener of listeners) listener(change, client)
  }

  const enter = (person: Person) => {
    if (person.visitor) return () => {}
    const { accountId, name, tenantId, departmentId } = person
    const client: RosterClient = { is: 'person', id: personClientId(accountId), name, tenantId, departmentId }
    const known = people.get(client.id)
    if (known) known.connections += 1
    else {
      people.set(client.id, { client, connections: 1 })
      tell('came', client)
    }
    return once(() => {
      const present = people.get(client.id)
      if (!present) return
      present.connections -= 1
      if (present.connections > 0) return
      people.delete(client.id)
      tell('left', present.client)
    })
  }

  return {
    enter,
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

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    run()
  }
}
