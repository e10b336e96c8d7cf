// Puts the push service and the spoken notices together on the console's own port.

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Peers } from '../../broker/fan-out.ts'
import { createLookups } from '../../broker/lookups.ts'
import type { Broker } from '../../broker/start.ts'
import { WEBSOCKET_PATH } from '../../broker/websocket.ts'
import type { Kernel } from '../../kernel.ts'
import { verifyTicket } from '../session/public.ts'
import type { SocketParts } from './parts.ts'
import { followPeers } from './peers.ts'
import { PUSH_PATH, servePush } from './push-service.ts'
import { type DoorPresence, watchRooms } from './rooms.ts'
import { createRoster, type Roster } from './roster.ts'
import { hearsSaid, type Said, sosSaid, spokenOf } from './saying.ts'
import { createSpokenService, SPOKEN_PATH } from './spoken-service.ts'

export interface Sockets {
  roster: Roster
  /** How many people would hear it now on this process. */
  heardBy(what: Said): number
  counts(): { pushConnections: number; pushCut: number; spokenConnections: number; spokenCut: number }
  /** Serves both on the HTTP server; answers the function that closes them. */
  serve(server: Server, doors: DoorPresence, peers?: Peers): () => void
}

export function createSockets(parts: SocketParts & Pick<Kernel, 'data'>): Sockets {
  const { bus, log, data } = parts
  const roster = createRoster()
  const lookups = createLookups(Date.now)
  const admit = (address: string, ticket: string, userId: number) =>
    lookups.run(
      address,
      () => verifyTicket(parts, ticket, userId),
      live => live === undefined,
    )
  const spoken = createSpokenService({ ...parts, admit })
  let push: ReturnType<typeof servePush> | undefined

  const deliver = (what: Said) =>
    spoken.send(JSON.stringify(spokenOf(what)), person => hearsSaid(person, what))

  return {
    roster,
    heardBy: what => {
      const people = [...spoken.members.entries()].map(([, { person }]) => person)
      return new Set(people.filter(person => hearsSaid(person, what)).map(({ accountId }) => accountId)).size
    },
    counts: () => {
      const { connections: pushConnections = 0, cut: pushCut = 0 } = push?.members.counts() ?? {}
      const { connections: spokenConnections, cut: spokenCut } = spoken.members.counts()
      return { pushConnections, pushCut, spokenConnections, spokenCut }
    },
    serve: (server, doors, peers) => {
      push = servePush({ ...parts, server, roster, admit })
      const elsewhere = peers && followPeers(peers, roster, deliver)
      const say = (what: Said) => {
        deliver(what)
        elsewhere?.say(what)
      }
      const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        const path = request.url?.split('?')[0] ?? ''
        if (path === SPOKEN_PATH) return spoken.upgrade(request, socket, head)
        if (path === WEBSOCKET_PATH || path.startsWith(`${PUSH_PATH}/`)) return
        // Nobody else answers: left alone it would hang until its patience ends.
        socket.on('error', () => socket.destroy())
        socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      }
      server.on('upgrade', onUpgrade)
      const stops = [
        bus.on('notice.spoken', ({ author = null, at = Date.now(), ...what }) =>
          say({ ...what, author, at }),
        ),
        bus.on('alarm.raised', ({ alarms }) => {
          for (const alarm of alarms) if (alarm.type === 'sos') say(sosSaid(alarm, Date.now()))
        }),
        watchRooms({
          data,
          bus,
          doors,
          setRooms: roster.setRooms,
          onError: error => log.warn({ err: error }, 'The door units could not be read'),
        }),
      ]
      return () => {
        server.off('upgrade', onUpgrade)
        for (const stop of stops) stop()
        elsewhere?.stop()
        push?.stop()
        spoken.stop()
      }
    },
  }
}

/** Door units by what they have subscribed to; with a broker of the operator's, by what the database knows of them. */
export function doorPresenceOf(
  { listens, onListening }: Pick<Broker, 'listens' | 'onListening'>,
  external: boolean,
): DoorPresence {
  return {
    isThere: ({ imei, online }) => listens(imei) || (external && online),
    onChange: onListening,
  }
}
