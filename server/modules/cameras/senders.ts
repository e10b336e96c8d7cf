// Devices that send their picture by themselves: WHIP (RFC 9725) at `/whip/{camera}`, with a bearer token of the camera, or
// with one that the server gave the device when it asked for its picture.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { MOST_VIEW_SDP } from '../../../src/contract/endpoints/cameras.ts'
import { MINUTE_MS } from '../../../src/domain/durations.ts'
import { BYTES_32, ROW_ID } from '../../../src/domain/limits.ts'
import { type Data, WHOLE } from '../../db/scoped.ts'
import { firstOf, tables } from '../../db/typed.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Secrets } from '../../secrets.ts'
import { type CameraMedia, DescriptionRefused } from './media.ts'

export const WHIP_PATH = '/whip'
const PURPOSE = 'camera senders'
/** A device that was asked has so long to come. */
const ASKED_MS = 2 * MINUTE_MS
/** Of one address; tokens cannot be guessed anyway. */
const OFFERS = { perSecond: 2, atOnce: 60 }
const TYPE = 'application/sdp'

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Tokens for devices that are asked for their picture: good for one camera, for a short while. */
export function createAskedTokens(secrets: Secrets, now: () => number = Date.now) {
  const key = secrets.keyFor(PURPOSE)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    make: (cameraId: number): { token: string; expiresAt: number } => {
      const expiresAt = now() + ASKED_MS
      const said = `${cameraId}.${expiresAt}`
      return { token: `${said}.${sign(said).toString('base64url')}`, expiresAt }
    },
    isGood: (token: string, cameraId: number): boolean => {
      const [camera, expiresAt, mac, rest] = token.split('.')
      if (mac === undefined || rest !== undefined || camera !== String(cameraId)) return false
      const [given, own] = [Buffer.from(mac, 'base64url'), sign(`${camera}.${expiresAt}`)]
      return given.length === own.length && timingSafeEqual(given, own) && Number(expiresAt) > now()
    },
  }
}
export type AskedTokens = ReturnType<typeof createAskedTokens>

interface Parts {
  data: Data
  media: Pick<CameraMedia, 'warm' | 'publish' | 'unpublish'>
  tokens: AskedTokens
}

const cameraParam = z.object({ camera: z.string().check(z.regex(ROW_ID)) })
const sessionParam = z.object({ camera: z.string().check(z.regex(ROW_ID)), session: z.string() })

export interface Senders {
  forget(id: string): void
}

export function mountSenders(app: FastifyInstance, { data, media, tokens }: Parts): Senders {
  const mayOffer = createBucket(OFFERS)
  /** Camera of each session. */
  const sessions = new Map<string, number>()

  const bearerOf = (header: string | undefined) => /^Bearer ([\w.-]{1,300})$/i.exec(header ?? '')?.[1]
  const mayFor = async (cameraId: number, token: string): Promise<boolean> => {
    const row = await data.scoped(WHOLE, sql =>
      firstOf(
        sql,
        tables
          .selectFrom('camera')
          .select(['token_hash', 'enabled', 'source'])
          .where('id', '=', cameraId)
          .where('removed_at', 'is', null),
      ),
    )
    if (!row?.enabled || row.source !== 'whip') return false
    if (tokens.isGood(token, cameraId)) return true
    return (
      BYTES_32.test(token) && row.token_hash !== null && timingSafeEqual(row.token_hash, hashOfToken(token))
    )
  }
  const refuse = (reply: FastifyReply, status: number, why: string) => {
    if (status === 401) void reply.header('www-authenticate', 'Bearer')
    return reply.code(status).type('text/plain').send(why)
  }

  void app.register(async scope => {
    scope.addContentTypeParser(
      TYPE,
      { parseAs: 'string', bodyLimit: MOST_VIEW_SDP },
      (_request, body, done) => done(null, body),
    )
    scope.addHook('onRequest', async (_request, reply) => {
      void reply
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
        .header('referrer-policy', 'no-referrer')
    })
    scope.post(`${WHIP_PATH}/:camera`, { bodyLimit: MOST_VIEW_SDP }, async (request, reply) => {
      const { params, body, headers, ip } = request
      if (!mayOffer(ip)) return refuse(reply, 429, 'too many requests')
      const read = z.safeParse(cameraParam, params)
      const token = bearerOf(headers.authorization)
      // One that is not there is refused as a wrong token is.
      if (!read.success || token === undefined || !(await mayFor(Number(read.data.camera), token)))
        return refuse(reply, 401, 'the token is not good for this camera')
      if (typeof body !== 'string') return refuse(reply, 415, `send ${TYPE}`)
      if ((await media.warm()) !== 'up') return refuse(reply, 503, 'no media here')
      const id = randomBytes(24).toString('base64url')
      const cameraId = Number(read.data.camera)
      try {
        const sdp = await media.publish(id, cameraId, body)
        sessions.set(id, cameraId)
        return reply.code(201).header('location', `${WHIP_PATH}/${cameraId}/${id}`).type(TYPE).send(sdp)
      } catch (error) {
        if (error instanceof DescriptionRefused) return refuse(reply, 400, error.message)
        return refuse(reply, 503, 'no media now')
      }
    })
    scope.delete(`${WHIP_PATH}/:camera/:session`, async ({ params }, reply) => {
      const read = z.safeParse(sessionParam, params)
      // Its address is known to its sender alone.
      if (!read.success || sessions.get(read.data.session) !== Number(read.data.camera))
        return refuse(reply, 404, 'no such session')
      sessions.delete(read.data.session)
      media.unpublish(read.data.session)
      return reply.code(200).send()
    })
    // Candidates come with the offer; another network means another offer.
    scope.patch(`${WHIP_PATH}/:camera/:session`, async (_request, reply) =>
      refuse(reply, 405, 'candidates are part of the offer'),
    )
  })
  return { forget: id => void sessions.delete(id) }
}
