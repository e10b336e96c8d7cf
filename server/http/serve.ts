// Mounts every endpoint of the contract: reads, asks who it is, checks the permission, runs, answers in the envelope.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { defaultPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { allEndpoints } from '../../src/contract/endpoints/catalogue.ts'
import { codes } from '../../src/contract/errors.ts'
import { isKeyCall } from '../../src/contract/key-calls.ts'
import { visitorCall } from '../../src/contract/visitor.ts'
import { isWallCall } from '../../src/contract/wall-calls.ts'
import { holds } from '../../src/domain/permission.ts'
import { type Sql, WHOLE } from '../db/scoped.ts'
import type { Kernel } from '../kernel.ts'
import { type Guard, type Live, type ResidentGuard, scopeOf } from '../person.ts'
import type { InstallationConfig } from '../settings/installation.ts'
import { createCostly } from './costly.ts'
import { contentDisposition } from './disposition.ts'
import type { ApartContext, Caller, FileAnswer, Handlers } from './handlers.ts'
import { isOpen } from './handlers.ts'
import { leaveBody, receiveFile } from './multipart.ts'
import { readQuery } from './reading.ts'
import { Refused } from './refusal.ts'
import type { Refusals } from './refused-requests.ts'
import { createBucket } from './throttle.ts'

const RETRIES = 3

/** What requests are answered with. */
export interface HttpParts extends Pick<Kernel, 'data' | 'filesDir'> {
  sessions: Pick<Guard, 'find'>
  residents: ResidentGuard
  config: Pick<InstallationConfig, 'demo' | 'costlyCalls'>
}

/** Registers one route per endpoint. Every endpoint must have its handler. */
export function mountEndpoints(
  app: FastifyInstance,
  parts: HttpParts,
  handlers: Handlers,
  refusals: Pick<Refusals, 'note'>,
): void {
  const endpoints = allEndpoints()
  handlers.assertComplete(endpoints)
  // Callers without a session share a bucket per address: 20 a second, 200 at once.
  const bucket = createBucket({ perSecond: 20, atOnce: 200 })
  const costly = createCostly(parts.config.costlyCalls)
  for (const endpoint of endpoints) {
    const mounted = handlers.of(endpoint)
    app.route({
      method: endpoint.method,
      url: defaultPath(endpoint),
      handler: async (request, reply) => {
        const caller = callerOf(request, reply)
        const watch = watchRefusals(refusals, endpoint, request)
        try {
          const answer = await answerCall(caller, watch, request, reply)
          watch.answered(answer)
          return answer
        } catch (error) {
          watch.refused(error)
          throw error
        }
      },
    })
    const answerCall = async (
      caller: Caller,
      watch: ReturnType<typeof watchRefusals>,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<unknown> => {
      if (endpoint.upload) return answerUpload(parts, endpoint, mounted, request, reply, watch)
      const raw = rawOf(endpoint, request)
      if (isOpen(endpoint)) {
        if (endpoint.access === 'demo' && !parts.config.demo)
          throw new Refused('route.unknown', { status: 404 })
        if (!bucket(request.ip)) throw new Refused('throttled', { status: 429 })
        return enveloped(await mounted.runOpen?.(mounted.decode(raw), caller))
      }
      if (endpoint.access === 'resident') {
        const resident = await sessionOf(parts.residents, request)
        const decoded = mounted.decode(raw)
        const scoped: ApartContext['scoped'] = work => retried(() => parts.data.scoped(WHOLE, work))
        const answer = await mounted.runResident?.(decoded, { ...caller, ...resident, scoped })
        return enveloped(answer)
      }
      const live = await liveOf(parts, request)
      watch.is(live)
      refuseUnless(endpoint, live)
      const decoded = mounted.decode(raw)
      costly.refuse(endpoint, decoded, live.person)
      const context = { ...caller, ...live, scope: scopeOf(live.person) }
      const scoped: ApartContext['scoped'] = work => retried(() => parts.data.scoped(context.scope, work))
      const answer = mounted.runApart
        ? await mounted.runApart(decoded, { ...context, scoped })
        : await scoped(async sql => {
            const run = async () => mounted.run?.(decoded, { ...context, sql })
            return endpoint.idempotent ? once(sql, endpoint, request, live, raw, run) : run()
          })
      return endpoint.file ? sendFile(reply, answer as FileAnswer) : enveloped(answer)
    }
  }
}

const named = z.object({ username: z.string() })
const numbered = z.object({ phone: z.string() })
const bulk = z.object({
  data: z.object({
    results: z.array(z.object({ id: z.int(), error: z.optional(z.object({ id: z.string() })) })),
  }),
})

/** Tells the audit log what of one request was refused: the request, or rows of a bulk action. */
function watchRefusals(refusals: Pick<Refusals, 'note'>, endpoint: Endpoint, request: FastifyRequest) {
  let person: Live['person'] | undefined
  const note = (refusal: string, more: { field?: string | undefined; rowIds?: number[] } = {}) => {
    const account = z.safeParse(z.union([named, numbered]), request.body)
    refusals.note({
      person: person && {
        tenantId: person.tenantId,
        accountId: person.key === undefined ? person.accountId : null,
        username: person.username,
      },
      account: account.success ? account.data : undefined,
      address: request.ip,
      endpoint: `${endpoint.method} ${defaultPath(endpoint)}`,
      refusal,
      ...more,
    })
  }
  return {
    is: (live: Live) => {
      person = live.person
    },
    refused: (error: unknown) => {
      if (error instanceof Refused) note(error.id, { field: error.field })
    },
    answered: (answer: unknown) => {
      if (endpoint.idempotent !== true) return
      const read = z.safeParse(bulk, answer)
      if (!read.success) return
      const rows = read.data.data.results.flatMap(({ id, error }) =>
        error ? [{ id, refusal: error.id }] : [],
      )
      for (const [refusal, refused] of Map.groupBy(rows, row => row.refusal))
        note(refusal, { rowIds: refused.map(({ id }) => id) })
    },
  }
}

/** Who it is and whether they may comes before the first byte of the file. */
async function answerUpload(
  parts: HttpParts,
  endpoint: Endpoint,
  mounted: ReturnType<Handlers['of']>,
  request: FastifyRequest,
  reply: FastifyReply,
  watch: ReturnType<typeof watchRefusals>,
): Promise<unknown> {
  try {
    const live = await liveOf(parts, request)
    watch.is(live)
    refuseUnless(endpoint, live)
    readQueryless(request)
    const context = { ...callerOf(request, reply), ...live, scope: scopeOf(live.person) }
    return await receiveFile(request, endpoint.upload ?? 'file', parts.filesDir, async (file, fields) => {
      const data = await mounted.runUpload?.(mounted.decode(fields), file, context)
      return { code: codes.uploaded, data: data ?? null }
    })
  } catch (error) {
    leaveBody(request, reply, error)
    throw error
  }
}

const enveloped = (data: unknown) => ({ code: codes.ok, data: data ?? null })

function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  return {
    address: request.ip,
    agent: request.headers['user-agent'] ?? null,
    host: request.hostname,
    token: tokenOf(request),
    header: (name, value) => void reply.header(name, value),
  }
}

function rawOf(endpoint: Endpoint, request: FastifyRequest): unknown {
  if (endpoint.method === 'GET') return readQuery(request.raw.url ?? '')
  readQueryless(request)
  return request.body ?? {}
}

function readQueryless(request: FastifyRequest): void {
  const stray = Object.keys(readQuery(request.raw.url ?? ''))[0]
  if (stray !== undefined) throw new Refused('field.unknownKey', { field: stray.slice(0, 100) })
}

/** The session of the Authorization header; a header that comes twice is refused, not guessed at. */
export const liveOf = (parts: Pick<HttpParts, 'sessions'>, request: FastifyRequest): Promise<Live> =>
  sessionOf(parts.sessions, request)

async function sessionOf<Found>(
  guard: { find(token: string, address?: string): Promise<Found | undefined> },
  request: FastifyRequest,
): Promise<Found> {
  const token = tokenOf(request)
  const live = token ? await guard.find(token, request.ip) : undefined
  if (!live) throw new Refused('session.ended')
  return live
}

function tokenOf(request: FastifyRequest): string | undefined {
  const [value, second] = valuesOf(request, 'authorization')
  return second === undefined ? value?.replace(/^Bearer /i, '') : undefined
}

function valuesOf(request: FastifyRequest, name: string): string[] {
  const { rawHeaders } = request.raw
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}

function refuseUnless(endpoint: Endpoint, { person }: Live): void {
  if (endpoint.access !== 'session' && !holds(person.permissions, endpoint.access))
    throw new Refused('forbidden')
  if (person.visitor && !visitorCall(endpoint)) throw new Refused('forbidden')
  if (person.wall !== undefined && !isWallCall(endpoint)) throw new Refused('forbidden')
  if (person.key !== undefined && !isKeyCall(endpoint)) throw new Refused('forbidden.noAccount')
}

/**
 * Runs a request with an Idempotency-Key once per account, or per API key: the key is taken in the same transaction as the work, so a
 * double waits for the first one and then gets its answer, and a crash takes both or neither.
 */
async function once(
  sql: Sql,
  endpoint: Endpoint,
  request: FastifyRequest,
  { person }: Live,
  raw: unknown,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const [key, second] = valuesOf(request, 'idempotency-key')
  if (key === undefined) return run()
  if (second !== undefined || !/^[\x21-\x7e]{1,100}$/.test(key))
    throw new Refused('field.format', { field: 'Idempotency-Key' })
  const owner = person.key === undefined ? person.accountId : -person.key.id
  const path = defaultPath(endpoint)
  const hash = createHash('sha256')
    .update(`${path}\n${JSON.stringify(raw)}`)
    .digest()
  const taken = await sql.change(
    'insert into idempotency (account_id, key, endpoint, request_hash, at) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [owner, key, path, hash, Date.now()],
  )
  if (taken === 0) {
    const first = await sql.first<{ request_hash: Buffer; answer: { data: unknown } }>(
      'select request_hash, answer from idempotency where account_id = $1 and key = $2',
      [owner, key],
    )
    if (!first?.request_hash.equals(hash)) throw new Refused('field.duplicate', { field: 'Idempotency-Key' })
    return first.answer.data
  }
  const answer = await run()
  await sql.change('update idempotency set answer = $3 where account_id = $1 and key = $2', [
    owner,
    key,
    JSON.stringify({ data: answer ?? null }),
  ])
  return answer
}

/** Two bulk actions over the same rows in different order can deadlock; the database picks one to start again. */
async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = RETRIES; ; left--) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (left <= 0 || (code !== '40P01' && code !== '40001')) throw error
    }
  }
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  if (file.bytes !== null) void reply.header('content-length', file.bytes)
  return reply
    .header('content-type', file.type)
    .header('content-disposition', contentDisposition(file.name))
    .header('content-security-policy', 'sandbox')
    .send(file.stream)
}
