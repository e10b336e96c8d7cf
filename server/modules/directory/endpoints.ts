// SCIM 2.0 at /scim/v2: outside of the contract, in the standard's own words, for API keys with a permission of their own.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { DIRECTORY_PERMISSION } from '../../../src/domain/access/directory.ts'
import {
  readFilter,
  readPatch,
  readReplacement,
  readWhole,
  ScimRefusal,
  showPerson,
} from '../../../src/domain/access/scim.ts'
import {
  listOf,
  MOST_LISTED,
  serviceProviderConfig,
  userSchema,
  userType,
} from '../../../src/domain/access/scim-description.ts'
import { WRITTEN_ID } from '../../../src/domain/limits.ts'
import { holds } from '../../../src/domain/permission.ts'
import type { Store } from '../../entity/statement.ts'
import type { Context } from '../../http/handlers.ts'
import { readJson, readQuery } from '../../http/reading.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import { type Guard, type Live, scopeOf } from '../../person.ts'
import { stewardOf } from '../identity/public.ts'
import { answerOfError } from './errors.ts'
import { changePerson, deletePerson, makePerson, readOne, readPeople } from './people.ts'
import { findPeople } from './rows.ts'

export const SCIM_PATH = '/scim/v2'
const TYPE = 'application/scim+json; charset=utf-8'
const LISTED = 100

interface Given extends Pick<Kernel, 'data' | 'log'> {
  /** API keys alone: no person's session opens this. */
  keys: Pick<Guard, 'find'>
  users: Store
  publicUrl: string | undefined
}

type Answer = { status?: number; body?: object; location?: string }

export function mountDirectory(app: FastifyInstance, { data, log, keys, users, publicUrl }: Given): void {
  // Whoever has no key is asked for one, but not without end.
  const strangers = createBucket({ perSecond: 5, atOnce: 50 })

  const liveOf = async (request: FastifyRequest): Promise<Live> => {
    const secret = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const live = secret === undefined ? undefined : await keys.find(secret, request.ip)
    if (!live) throw new Refused(strangers(request.ip) ? 'session.ended' : 'throttled', { status: 401 })
    if (!holds(live.person.permissions, DIRECTORY_PERMISSION)) throw new Refused('forbidden')
    return live
  }

  /** One transaction for each call, of the key's tenant alone, in which the key acts for the directory. */
  const inTenant = async (
    request: FastifyRequest,
    work: (context: Context, base: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const { person } = await liveOf(request)
    const { key, tenantId, departmentId, username } = person
    const base = new URL(SCIM_PATH, publicUrl ?? `${request.protocol}://${request.host}`).href
    const caller = { address: request.ip, agent: null, host: request.hostname, header: () => undefined }
    return data.scoped(scopeOf(person), async sql =>
      work(
        await stewardOf(sql, caller, { tenantId, departmentId, name: username, keyId: key?.id ?? 0 }),
        base,
      ),
    )
  }

  void app.register(
    async scope => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        ['application/scim+json', 'application/json'],
        { parseAs: 'string' },
        (_request, body, done) => {
          try {
            done(null, readJson(String(body)))
          } catch (error) {
            done(error instanceof Error ? error : new Error(String(error)), undefined)
          }
        },
      )
      scope.addHook('onRequest', async (_request, reply) => {
        void reply.header('cache-control', 'no-store')
      })
      scope.setErrorHandler(async (error, request, reply) => {
        const { status, body } = answerOfError(error)
        if (status === 500) log.error({ err: error, req: request }, 'A call of a directory failed')
        if (status === 401) void reply.header('www-authenticate', 'Bearer')
        if (status === 429) void reply.header('retry-after', '1')
        return reply.code(status).type(TYPE).send(JSON.stringify(body))
      })
      scope.setNotFoundHandler(async (_request, reply) => {
        const { status, body } = answerOfError(new Refused('route.unknown'))
        return reply.code(status).type(TYPE).send(JSON.stringify(body))
      })

      const route = (
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
        url: string,
        work: (context: Context, request: FastifyRequest, base: string) => Promise<Answer>,
      ) =>
        scope.route({
          ...{ method, url },
          handler: async (request, reply) => {
            const {
              status = 200,
              body,
              location,
            } = await inTenant(request, (context, base) => work(context, request, base))
            if (location !== undefined) void reply.header('location', location)
            return reply
              .code(status)
              .type(TYPE)
              .send(body === undefined ? undefined : JSON.stringify(body))
          },
        })

      route('GET', '/ServiceProviderConfig', async (_, __, base) => ({ body: serviceProviderConfig(base) }))
      route('GET', '/ResourceTypes', async (_, __, base) => ({
        body: listOf([userType(base)], { total: 1, start: 1 }),
      }))
      route('GET', '/ResourceTypes/User', async (_, __, base) => ({ body: userType(base) }))
      route('GET', '/Schemas', async (_, __, base) => ({
        body: listOf([userSchema(base)], { total: 1, start: 1 }),
      }))
      route('GET', '/Users', async (context, request, base) => {
        const { filter, start, count } = readListing(request.url)
        const { ids, total } = await findPeople(context, { filter, start, count })
        const people = await readPeople(users, context, ids)
        return {
          body: listOf(
            people.map(each => showPerson(each, base)),
            { total, start },
          ),
        }
      })
      route('POST', '/Users', async (context, request, base) => {
        const body = showPerson(await makePerson(users, context, readWhole(request.body)), base)
        return { status: 201, body, location: body.meta.location }
      })
      route('GET', '/Users/:id', async (context, request, base) => ({
        body: showPerson(await readOne(users, context, idOf(request)), base),
      }))
      route('PUT', '/Users/:id', async (context, request, base) => ({
        body: showPerson(
          await changePerson(users, context, idOf(request), readReplacement(request.body)),
          base,
        ),
      }))
      route('PATCH', '/Users/:id', async (context, request, base) => ({
        body: showPerson(await changePerson(users, context, idOf(request), readPatch(request.body)), base),
      }))
      route('DELETE', '/Users/:id', async (context, request) => {
        await deletePerson(users, context, idOf(request))
        return { status: 204 }
      })
    },
    { prefix: SCIM_PATH },
  )
}

const identified = z.object({ id: z.string().check(z.regex(WRITTEN_ID)) })

function idOf({ params }: FastifyRequest): number {
  const read = z.safeParse(identified, params)
  if (!read.success) throw new Refused('row.unknown')
  return Number(read.data.id)
}

function readListing(url: string) {
  const { filter, startIndex = '1', count = String(LISTED) } = readQuery(url)
  if (![startIndex, count].every(number => /^-?\d{1,9}$/.test(number)))
    throw new ScimRefusal('invalidValue', 'startIndex and count are whole numbers')
  return {
    filter: filter === undefined ? undefined : readFilter(filter),
    // The standard takes what is too small for the smallest.
    start: Math.max(1, Number(startIndex)),
    count: Math.min(MOST_LISTED, Math.max(0, Number(count))),
  }
}
