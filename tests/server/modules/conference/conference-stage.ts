// A real server with its media program, and participants without a browser who speak the real protocol.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  joinConference,
  type Participant,
  type ParticipantOptions,
  type ParticipantTicket,
} from '../../../../server/simulator/conference/participant.ts'
import type { RoomTicket } from '../../../../src/platform/conference/port.ts'
import { insert, PASSWORD, startServer, type TestServer, type World } from '../../start.ts'

export interface ConferenceStage {
  server: TestServer
  /** A new person of the tenant, with the rights of one of its built-in roles. */
  person(role?: string, world?: World): Promise<{ token: string; id: number; userName: string }>
  open(token: string, roomId: string, password?: string): Promise<RoomTicket>
  /** What one of these logs in with. */
  ticketOf(opened: Omit<RoomTicket, 'provider' | 'iceServers' | 'userId'>): ParticipantTicket
  join(token: string, roomId: string, more?: Partial<ParticipantOptions>): Promise<Participant>
  keepRoom(number: string, more?: Record<string, unknown>): Promise<void>
  /** Whoever has joined goes: a room that nobody looks at costs the next test its time. */
  empty(): void
  stop(): Promise<void>
}

let counter = 0

export async function startConferenceStage(
  environment: Record<string, string> = {},
): Promise<ConferenceStage> {
  const server = await startServer({ CONFERENCE_ADDRESS: '127.0.0.1', ...environment })
  const { hashed } = await server
    .sql(sql =>
      sql.first<{ hashed: string }>(`select password_hash as hashed from account where username = 'admin'`),
    )
    .then(row => row ?? { hashed: '' })
  const joined: Participant[] = []
  const stage: ConferenceStage = {
    server,
    async person(role = '租户管理员', world = server.here) {
      const username = `talker${++counter}`
      const id = await server.sql(async sql => {
        const made = await insert(sql, 'account', {
          tenant_id: world.tenantId,
          username,
          name: `Name of ${username}`,
          password_hash: hashed,
        })
        await sql.query(
          'insert into account_role (tenant_id, account_id, role_id) select $1, $2, id from role where tenant_id = $1 and name = $3',
          [world.tenantId, made, role],
        )
        return made
      })
      return { token: await server.logIn(username, PASSWORD), id, userName: `u${id}` }
    },
    async open(token, roomId, password) {
      const { code, id, data } = await server.call('/api/device/conference/open', {
        token,
        body: { roomId, ...(password === undefined ? {} : { password }) },
      })
      if (code !== 0) throw new Error(id ?? String(code))
      return data as RoomTicket
    },
    ticketOf: opened => ({ ...opened, service: `${server.url}${opened.service}` }),
    async join(token, roomId, more = {}) {
      const ticket = stage.ticketOf(await stage.open(token, roomId))
      const participant = await joinConference({ ticket, audio: true, video: true, ...more })
      joined.push(participant)
      return participant
    },
    async keepRoom(number, more = {}) {
      const { code, id } = await server.call('/api/device/conferenceRoom/save', {
        token: server.tokens.admin,
        body: {
          number,
          name: `Room ${number}`,
          capacity: 16,
          waitForHost: false,
          recordingAllowed: true,
          ...more,
        },
      })
      if (code !== 0) throw new Error(id ?? String(code))
    },
    empty() {
      for (const one of joined.splice(0)) one.vanish()
    },
    async stop() {
      stage.empty()
      await server.stop()
    },
  }
  return stage
}

/** Waits until something holds; what it says at last stands in the error. */
export async function eventually<Value>(
  what: string,
  ask: () => Value | undefined | false | Promise<Value | undefined | false>,
  ms = 10_000,
): Promise<Value> {
  const until = Date.now() + ms
  for (;;) {
    const value = await ask()
    if (value !== undefined && value !== false) return value
    if (Date.now() > until) throw new Error(`not in time: ${what}`)
    await sleep(50)
  }
}
