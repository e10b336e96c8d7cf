// The built-in conference service over HTTP, as the cloud service speaks (real-time specification, section 7).
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { iceServer } from '../../../src/contract/call-signal.ts'
import {
  command,
  loginBody,
  type Message,
  message,
  rets,
  setBody,
} from '../../../src/contract/conference-wire.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Entrance } from './entrance.ts'
import type { MediaConnection, MediaEngine } from './media-port.ts'
import { type Member, userNameOf } from './members.ts'
import type { Rooms } from './rooms.ts'
import type { Tickets } from './tickets.ts'

/** Where the built-in service is found on this origin. */
export const SERVICE_PATH = '/conference'
/** What clients name their application by; the built-in service has one only. */
export const APP_KEY = 'built-in'

/** A hundred people behind one address come into rooms at once; a guesser gets nowhere with signed tickets anyway. */
const LOGINS = { perSecond: 5, atOnce: 120 }
const POSTS = { perSecond: 15, atOnce: 60 }
/** Two connections each time. */
const OFFERS = { perSecond: 1, atOnce: 12 }
/** A question every half second, and at once after each that was answered with something. */
const QUESTIONS = { perSecond: 12, atOnce: 40 }
/** Of one who knows no instance: they are as hard to guess as a key, but need not be tried. */
const STRANGERS = { perSecond: 5, atOnce: 50 }
const MOST_BYTES = 262_144

interface Parts {
  rooms: Rooms
  tickets: Tickets
  entrance: Entrance
  media: Pick<MediaEngine, 'warm'>
  iceServers(who: string): z.output<typeof iceServer>[]
}

interface Answer {
  ret: number
  msg?: string
  data?: unknown
}

const refused = (ret: number, msg: string): Answer => ({ ret, msg })

export function mountConferenceService(app: FastifyInstance, parts: Parts): void {
  const { rooms, tickets, entrance, media, iceServers } = parts
  const mayLogIn = createBucket(LOGINS)
  const mayPost = createBucket(POSTS)
  const mayOffer = createBucket(OFFERS)
  const mayAsk = createBucket(QUESTIONS)
  const mayGuess = createBucket(STRANGERS)

  const found = (confNum: string, instanceId: string, address: string): Member | Answer => {
    const one = rooms.find(confNum, instanceId)
    if ('member' in one) return one.member
    if (!mayGuess(address)) return refused(rets.tooOften, 'too many requests')
    return one.invalid === 'confNum'
      ? refused(rets.invalidConfNum, 'invalid confNum')
      : refused(rets.invalidInstanceId, 'invalid instanceId')
  }

  const logIn = async (body: unknown, address: string): Promise<Answer> => {
    if (!mayLogIn(address)) return refused(rets.tooOften, 'too many requests')
    const read = z.safeParse(loginBody, body)
    if (!read.success) return refused(rets.invalidMessage, 'invalid login')
    const { accountName, password } = read.data
    const claims = tickets.read(password, accountName)
    const kind = claims && (await entrance.kindOf(claims))
    if (!claims || !kind) return refused(rets.refused, 'not allowed')
    if ((await media.warm()) === 'missing') return refused(rets.noMedia, 'no media here')
    const member = rooms.login(claims, kind, await entrance.settingsOf(claims))
    return {
      ret: rets.ok,
      data: {
        instanceId: member.instanceId,
        confNum: member.confNum,
        iceServers: iceServers(userNameOf(member)).flatMap(({ urls, ...rest }) =>
          urls.map(url => ({ url, ...rest })),
        ),
      },
    }
  }

  /** Carries one message out; says what is wrong with it. */
  const take = (member: Member, raw: unknown): number => {
    const read = z.safeParse(message, typeof raw === 'string' ? parsed(raw) : raw)
    if (!read.success || (read.data.from !== userNameOf(member) && read.data.from !== ''))
      return rets.invalidMessage
    return perform(member, read.data)
  }
  const perform = (member: Member, { type, txt, sdp, ice, line }: Message): number => {
    const connection: MediaConnection = line ?? 'main'
    if (type === 'sdp' && sdp?.type === 'offer') {
      if (!mayOffer(member.instanceId)) return rets.tooOften
      void rooms.offer(member, sdp.sdp, connection)
      return rets.ok
    }
    if (type === 'ice' && ice) {
      rooms.candidate(member, connection, ice.candidate, ice.sdpMid)
      return rets.ok
    }
    const wanted = type === 'cmd' || type === 'msg' ? z.safeParse(command, parsed(txt ?? '')) : undefined
    if (!wanted?.success) return rets.invalidMessage
    rooms.obey(member, wanted.data)
    return rets.ok
  }
  const messages: Readonly<Record<number, string>> = {
    [rets.tooOften]: 'too many requests',
    [rets.invalidMessage]: 'invalid message',
  }

  void app.register(async scope => {
    scope.addHook('onRequest', async (_request, reply) => {
      void reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .header('referrer-policy', 'no-referrer')
    })
    scope.post(`${SERVICE_PATH}/v1/conference/:number`, async ({ body, ip, params }) =>
      z.safeParse(loginNumber, params).success
        ? logIn(body, ip)
        : refused(rets.invalidConfNum, 'invalid confNum'),
    )
    scope.get(`${SERVICE_PATH}/v1/get/:confNum/:instanceId`, async ({ params, ip }) => {
      const { confNum, instanceId } = z.parse(place, params)
      const member = found(confNum, instanceId, ip)
      if ('ret' in member) return member
      if (!mayAsk(instanceId)) return refused(rets.tooOften, 'too many requests')
      const data = await member.mail.fetch()
      // Who has left has fetched all there was.
      if (data.length === 0 && member.phase === 'over')
        return refused(rets.invalidInstanceId, 'invalid instanceId')
      return { ret: rets.ok, data } satisfies Answer
    })
    scope.post(
      `${SERVICE_PATH}/v1/set/:confNum/:instanceId`,
      { bodyLimit: MOST_BYTES },
      async ({ params, body, ip }) => {
        const { confNum, instanceId } = z.parse(place, params)
        const member = found(confNum, instanceId, ip)
        if ('ret' in member) return member
        if (!mayPost(instanceId)) return refused(rets.tooOften, 'too many requests')
        const read = z.safeParse(setBody, body)
        if (!read.success) return refused(rets.invalidMessage, 'invalid message')
        const wrong = read.data.data.map(one => take(member, one)).find(ret => ret !== rets.ok)
        return wrong === undefined ? { ret: rets.ok } : refused(wrong, messages[wrong] ?? 'refused')
      },
    )
  })
}

const loginNumber = z.object({ number: z.string().check(z.regex(/^([1-9]\d?|100)$/)) })
const place = z.object({ confNum: z.string(), instanceId: z.string() })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
