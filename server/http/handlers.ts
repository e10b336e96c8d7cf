// Who answers which endpoint. Types of request and answer follow from the endpoint's schemas.
import type { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { defaultPath, type Endpoint } from '../../src/contract/endpoint.ts'
import { visitorCall } from '../../src/contract/visitor.ts'
import type { Scope, Sql } from '../db/scoped.ts'
import type { Person, ResidentLive } from '../person.ts'
import { refusalOf } from './issues.ts'
import { Refused } from './refusal.ts'

/** What every request tells about itself. */
export interface Caller {
  address: string
  agent: string | null
  /** Host name of the request, without the port. */
  host: string
  /** The token that came with the request, of whatever worth. */
  token?: string | undefined
  /** Sets a header of the answer. */
  header(name: string, value: string): void
}

/** A request of somebody who has a session; `sql` is one transaction, committed when the handler is done. */
export interface Context extends Caller {
  person: Person
  tokenHash: string
  scope: Scope
  sql: Sql
}

/** Answer of an endpoint that gives bytes. */
export interface FileAnswer {
  stream: Readable
  /** Null where it is not known beforehand. */
  bytes: number | null
  name: string
  type: string
}

/** The file of an upload, received and counted, in a temporary place; it is gone when the handler is done. */
export interface Received {
  path: string
  bytes: number
  /** As the sender calls it: not to be trusted, not even as a name. */
  name: string
}

/** A request with a file: no transaction is open while the file is looked into. */
export type UploadContext = Omit<Context, 'sql'>

/** A request that waits for something else than the database: no transaction is open while it does. */
export interface ApartContext extends UploadContext {
  /** A transaction of the person's scope. */
  scoped<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
}

/** A request of the resident page. */
export interface ResidentContext extends Caller, ResidentLive {
  /** A transaction that sees every tenant: what is asked in it names the telephone. */
  scoped<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
}

type Decoded<E extends Endpoint> = z.output<E['request']>
type Answer<E extends Endpoint> = z.output<E['response']>

interface Mounted {
  endpoint: Endpoint
  decode(raw: unknown): unknown
  /** Runs with a session and inside its transaction. */
  run?: (decoded: unknown, context: Context) => Promise<unknown>
  /** Runs with a session; opens transactions itself. */
  runApart?: (decoded: unknown, context: ApartContext) => Promise<unknown>
  /** Runs without a session; opens transactions itself. */
  runOpen?: (decoded: unknown, caller: Caller) => Promise<unknown>
  /** Runs with the session of a resident; opens transactions itself. */
  runResident?: (decoded: unknown, context: ResidentContext) => Promise<unknown>
  /** Runs with a session and a file; opens transactions itself. */
  runUpload?: (decoded: unknown, file: Received, context: UploadContext) => Promise<unknown>
}

export interface Handlers {
  handle<E extends Endpoint>(
    endpoint: E,
    handler: (request: Decoded<E>, context: Context) => Promise<Answer<E> | FileAnswer>,
  ): void
  /** For what waits for a provider, a file or a push service: nobody's connection waits with it. */
  handleApart<E extends Endpoint>(
    endpoint: E,
    handler: (request: Decoded<E>, context: ApartContext) => Promise<Answer<E> | FileAnswer>,
  ): void
  handleOpen<E extends Endpoint>(
    endpoint: E,
    handler: (request: Decoded<E>, caller: Caller) => Promise<Answer<E>>,
  ): void
  handleResident<E extends Endpoint>(
    endpoint: E,
    handler: (request: Decoded<E>, context: ResidentContext) => Promise<Answer<E>>,
  ): void
  handleUpload<E extends Endpoint>(
    endpoint: E,
    handler: (request: Decoded<E>, file: Received, context: UploadContext) => Promise<Answer<E>>,
  ): void
  of(endpoint: Endpoint): Mounted
  /** Throws unless exactly these endpoints have a handler. */
  assertComplete(endpoints: readonly Endpoint[]): void
}

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${defaultPath(endpoint)}`

/** Whether an endpoint is for callers without a session. */
export const isOpen = (endpoint: Pick<Endpoint, 'access'>) =>
  endpoint.access === 'public' || endpoint.access === 'demo'

/** What a visitor may know of an answer. */
async function toVisitor(
  endpoint: Endpoint,
  request: unknown,
  answer: (request: unknown) => Promise<unknown>,
): Promise<unknown> {
  const call = visitorCall(endpoint)
  if (!call) throw new Refused('forbidden')
  const asked = call.ask(request)
  return call.show('answer' in asked ? asked.answer : await answer(asked.request))
}

export function createHandlers(): Handlers {
  const mounted = new Map<string, Mounted>()
  const add = (entry: Mounted) => {
    const name = nameOf(entry.endpoint)
    if (mounted.has(name)) throw new Error(`${name} has two handlers`)
    if (isOpen(entry.endpoint) !== (entry.runOpen !== undefined))
      throw new Error(`${name} is handled with the wrong kind of caller`)
    if ((entry.endpoint.access === 'resident') !== (entry.runResident !== undefined))
      throw new Error(`${name} is handled with the wrong kind of session`)
    if ((entry.endpoint.upload !== undefined) !== (entry.runUpload !== undefined))
      throw new Error(`${name} is handled with or without a file, against its declaration`)
    // The key of a request is taken in the transaction of its work.
    if (entry.runApart && entry.endpoint.idempotent) throw new Error(`${name} needs one transaction`)
    mounted.set(name, entry)
  }
  const parts = <E extends Endpoint>(endpoint: E) => {
    const decode = (raw: unknown): Decoded<E> => {
      const result = z.safeParse<E['request']>(endpoint.request, raw)
      if (!result.success) throw refusalOf(result.error.issues, raw)
      return result.data
    }
    const encode = (answer: unknown) => (endpoint.file ? answer : z.encode(endpoint.response, answer))
    return { decode, encode }
  }
  /** However it runs, a visitor is shown only what a visitor may know. */
  const withSession = <E extends Endpoint, C extends Pick<Context, 'person'>>(
    endpoint: E,
    handler: (request: Decoded<E>, context: C) => Promise<unknown>,
  ) => {
    const { decode, encode } = parts(endpoint)
    const run = async (decoded: unknown, context: C) => {
      // What comes in here came out of `decode` of the same endpoint.
      const answer = (request: unknown) => handler(request as Decoded<E>, context)
      const { visitor } = context.person
      return encode(visitor ? await toVisitor(endpoint, decoded, answer) : await answer(decoded))
    }
    return { endpoint, decode, run }
  }
  return {
    handle: (endpoint, handler) => add(withSession(endpoint, handler)),
    handleApart: (endpoint, handler) => {
      const { run: runApart, ...rest } = withSession(endpoint, handler)
      add({ ...rest, runApart })
    },
    handleOpen: (endpoint, handler) => {
      const { decode, encode } = parts(endpoint)
      add({
        endpoint,
        decode,
        runOpen: async (decoded, caller) =>
          encode(await handler(decoded as Decoded<typeof endpoint>, caller)),
      })
    },
    handleResident: (endpoint, handler) => {
      const { decode, encode } = parts(endpoint)
      add({
        endpoint,
        decode,
        runResident: async (decoded, context) =>
          encode(await handler(decoded as Decoded<typeof endpoint>, context)),
      })
    },
    handleUpload: (endpoint, handler) => {
      const { decode, encode } = parts(endpoint)
      add({
        endpoint,
        decode,
        runUpload: async (decoded, file, context) =>
          encode(await handler(decoded as Decoded<typeof endpoint>, file, context)),
      })
    },
    of: endpoint => {
      const found = mounted.get(nameOf(endpoint))
      if (!found) throw new Error(`${nameOf(endpoint)} has no handler`)
      return found
    },
    assertComplete: endpoints => {
      const wanted = endpoints.map(nameOf)
      const missing = wanted.filter(name => !mounted.has(name))
      const stray = [...mounted.keys()].filter(name => !wanted.includes(name))
      if (missing.length > 0) throw new Error(`No handler: ${missing.join(', ')}`)
      if (stray.length > 0) throw new Error(`No endpoint: ${stray.join(', ')}`)
    },
  }
}
