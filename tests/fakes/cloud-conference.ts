// The conference cloud service as the specification describes it, and nothing more: one login, a list of messages to fetch,
// a list to post. What it does not know it leaves unanswered.
import * as z from 'zod/mini'

interface Options {
  appKey: string
  password: string
  /** Answers a description; without it offers stay unanswered. */
  answer?: (sdp: string) => Promise<string>
}
export interface Answered {
  status: number
  body: unknown
}

const login = z.object({
  accountName: z.string().check(z.minLength(1)),
  password: z.string(),
  appKey: z.string(),
  regionId: z.literal('0'),
  roomType: z.string().check(z.minLength(1)),
  webrtcVersion: z.string().check(z.minLength(1)),
})
const posted = z.object({ data: z.array(z.string()) })
const said = z.object({
  from: z.string(),
  to: z.string(),
  type: z.enum(['msg', 'cmd', 'sdp', 'ice']),
  txt: z.optional(z.string()),
  sdp: z.optional(z.object({ type: z.string(), sdp: z.string() })),
})
const spoken = z.looseObject({ cmd: z.string() })
export type Spoken = z.output<typeof spoken>

interface Session {
  accountName: string
  roomId: string | undefined
  due: string[]
}

const fields = ['Protocol', 'AccessKey', 'SecretKey', 'BucketName', 'FileKey'] as const

export function createCloudConference({ appKey, password, answer }: Options) {
  const sessions = new Map<string, Session>()
  const commands: Spoken[] = []
  const recorded: Record<string, unknown>[] = []
  let logins = 0
  let polls = 0
  /** Posts that fail before one is taken again. */
  let failing = 0

  const tell = (to: Session, event: object) =>
    to.due.push(
      JSON.stringify({ from: 'service', to: to.accountName, type: 'msg', txt: JSON.stringify(event) }),
    )
  const memberOf = ({ accountName }: Session) => ({
    userName: accountName,
    displayName: accountName,
    role: 6,
    state: 3,
  })
  const others = (me: Session) =>
    [...sessions.values()].filter(one => one !== me && one.roomId !== undefined && one.roomId === me.roomId)
  const leave = (me: Session) => {
    for (const one of others(me)) tell(one, { event: 'onactorleave', userName: me.accountName })
    me.roomId = undefined
    tell(me, { event: 'onconfdidleave' })
  }
  const record = (me: Session, text: string) => {
    const command: { Cmd?: string; Storage?: Record<string, string> } = JSON.parse(atob(text))
    recorded.push(command)
    const whole = command.Cmd === 'StopRecord' || fields.every(field => command.Storage?.[field])
    tell(me, { event: 'sendtext', from: 'service', text: btoa(JSON.stringify({ Ret: whole ? 0 : 1 })) })
  }
  const obey = (me: Session, command: Spoken) => {
    commands.push(command)
    if (command.cmd === 'getrealm') tell(me, { event: 'ongetrealmok', realm: 'realm' })
    if (command.cmd === 'joinroom') {
      me.roomId = String(command.roomId)
      tell(me, { event: 'joinroom', ret: 0 })
      const room = {
        roomId: me.roomId,
        displayName: me.roomId,
        password: null,
        capacity: 16,
        maxResolution: 1,
        channelId: `room_${me.roomId}`,
        recordingSince: null,
      }
      tell(me, { event: 'onconfjoinok', room, members: others(me).map(memberOf), self: memberOf(me) })
      for (const one of others(me)) tell(one, { event: 'onactorstate', member: memberOf(me) })
    }
    if (command.cmd === 'sendtext') record(me, String(command.text))
    if (command.cmd === 'leaveroom') leave(me)
    if (command.cmd === 'stopconf') for (const one of [...others(me), me]) leave(one)
  }
  const take = async (me: Session, text: string) => {
    const { type, txt, sdp } = said.parse(JSON.parse(text))
    if (type === 'cmd' && txt !== undefined) obey(me, spoken.parse(JSON.parse(txt)))
    if (type === 'sdp' && sdp && answer)
      me.due.push(
        JSON.stringify({
          from: 'service',
          to: me.accountName,
          type: 'sdp',
          sdp: { type: 'answer', sdp: await answer(sdp.sdp) },
        }),
      )
  }

  return {
    commands,
    recorded,
    logins: () => logins,
    polls: () => polls,
    failNext(count: number) {
      failing = count
    },
    /** As after a restart of the service. */
    forgetAll: () => sessions.clear(),
    async handle(method: string, path: string, body: string | undefined): Promise<Answered> {
      const entered = /^\/v1\/conference\/(\d+)$/.exec(path)
      if (entered && method === 'POST') {
        const number = Number(entered[1])
        const asked = login.safeParse(JSON.parse(body ?? ''))
        if (number < 1 || number > 100 || !asked.success) return { status: 400, body: {} }
        logins++
        if (asked.data.password !== password || asked.data.appKey !== appKey)
          return { status: 200, body: { ret: 1, msg: 'refused' } }
        // Numbers, where the built-in service has texts.
        const [confNum, instanceId] = [5000 + logins, 100_000 + logins]
        const { accountName } = asked.data
        sessions.set(`${confNum}/${instanceId}`, { accountName, roomId: undefined, due: [] })
        const iceServers = [{ url: 'stun:127.0.0.1:9', username: 'u', credential: 'c' }]
        return { status: 200, body: { ret: 0, data: { instanceId, confNum, iceServers } } }
      }
      const [, way, place = ''] = /^\/v1\/(get|set)\/(\w+\/\w+)$/.exec(path) ?? []
      const me = sessions.get(place)
      if (way === undefined) return { status: 404, body: {} }
      if (!me) return { status: 200, body: { ret: 3, msg: 'invalid instanceId' } }
      if (way === 'get') {
        polls++
        return { status: 200, body: me.due.splice(0) }
      }
      if (failing > 0) {
        failing--
        return { status: 503, body: {} }
      }
      for (const text of posted.parse(JSON.parse(body ?? '')).data) await take(me, text)
      return { status: 200, body: { ret: 0 } }
    },
  }
}
