// Sends requests to the endpoints of the contract: addresses, encoding, time-out, and what each response code means.
import * as z from 'zod/mini'
import { defaultPath, type Endpoint } from '../contract/endpoint.ts'
import {
  type Envelope,
  envelope,
  REQUEST_TIMEOUT_MS,
  uploadVerdictOf,
  verdictOf,
} from '../contract/envelope.ts'
import { codes, errorId } from '../contract/errors.ts'
import type { ServiceName } from '../domain/services.ts'
import { RequestError } from './request-error.ts'
import { sightDate } from './server-clock.ts'

export interface HttpSettings {
  /** Base address per kind of service; absent ones are on the same origin under `/api/<service>/`. */
  bases?: Partial<Record<ServiceName, string>>
  /** The stored token, or undefined without a session. */
  token?: () => string | undefined
  /** Code 208 came back for this token. */
  onSessionEnded?: (token: string | undefined) => void
  /** A message that the server wants shown although the request succeeded. */
  onMessage?: (message: Pick<Envelope, 'id' | 'params' | 'msg'>) => void
  /** Whether the server was reached; feeds the connection state. */
  onReached?: (reached: boolean) => void
  /** Calls back when the server stops being reachable: what still waits for it ends then. Answers how to let go. */
  whenLost?: (run: () => void) => () => void
  /** Whether it makes sense to ask: false as long as the server is known not to be reached. */
  canReach?: () => Promise<boolean>
  fetch?: typeof globalThis.fetch
  timeoutMs?: number
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** Makes a repeated request harmless; made here for endpoints that ask for one when absent. */
  idempotencyKey?: string
  /** Show the message of a successful answer. */
  showMessage?: boolean
  /** Instead of the stored token: during login, before the session exists. */
  token?: string
  /** The request outlives the page: logging out while the tab closes. */
  keepAlive?: boolean
  /** Uploads succeed with a code of their own. */
  upload?: boolean
}

let settings: HttpSettings = {}

/** Sets how requests are made. Called once at start, by app/. */
export function configureHttp(next: HttpSettings): void {
  settings = next
}

/**
 * Asks an endpoint and returns its decoded answer. Throws a `RequestError`. Never repeats a request: the caller knows
 * whether that is safe.
 */
export async function sendRequest<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  to: Endpoint<Request, Response>,
  request: z.output<Request>,
  options: RequestOptions = {},
): Promise<z.output<Response>> {
  return (await sendWithToken(to, request, options)).data
}

/** As `sendRequest`, with the token that a login answer carries in its Authorization header. */
export async function sendWithToken<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  to: Endpoint<Request, Response>,
  request: z.output<Request>,
  options: RequestOptions = {},
): Promise<{ data: z.output<Response>; token: string | undefined }> {
  const sent = await send(to, request, options)
  const data = answerOf(to, await sent.text(), sent.response, sent.token, options)
  return { data, token: sent.response.headers.get('Authorization') ?? undefined }
}

/** What every request goes by, for one that is made by other means than `fetch`. */
export const httpSettings = (): Readonly<HttpSettings> => settings

/** Judges the text of an answer and decodes its data; throws a `RequestError`. */
export function answerOf<Answer extends z.ZodMiniType>(
  to: Endpoint<z.ZodMiniType, Answer>,
  text: string,
  response: Answered,
  token: string | undefined,
  options: RequestOptions = {},
): z.output<Answer> {
  const body = readEnvelope(text, response)
  judge(body, response, token, options)
  const answer = z.safeParse(to.response, body.data ?? null)
  if (answer.success) return answer.data
  const issue = answer.error.issues[0]
  throw new RequestError({
    kind: 'badAnswer',
    // A success without anything in it is told apart from one in a form that this version does not know.
    ...((body.data ?? null) === null && { id: 'request.noData' }),
    code: body.code,
    status: 200,
    msg: `${to.service}/${to.path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    cause: answer.error,
  })
}

/** Fetches a file endpoint: the bytes, or a `RequestError` when the server answers with an envelope. */
export async function callForFile<Request extends z.ZodMiniType, Response extends z.ZodMiniType>(
  to: Endpoint<Request, Response>,
  request: z.output<Request>,
  options: RequestOptions = {},
): Promise<Blob> {
  const sent = await send(to, request, options)
  if (sent.response.ok && !sent.response.headers.get('Content-Type')?.startsWith('application/json')) {
    return sent.blob()
  }
  const body = readEnvelope(await sent.text(), sent.response)
  judge(body, sent.response, sent.token, options)
  throw new RequestError({ kind: 'badAnswer', status: sent.response.status, code: body.code })
}

/** The address of an endpoint, for whoever cannot go through `sendRequest`. */
export function addressOf(to: Pick<Endpoint, 'service' | 'path'>): string {
  const base = settings.bases?.[to.service]
  return base ? `${base.replace(/\/$/, '')}/${to.path}` : defaultPath(to)
}

/** A key that no other request carries. Works outside secure contexts too. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/** How the transport answered. */
export type Answered = Pick<Response, 'status' | 'statusText'>

interface Sent {
  response: Response
  token: string | undefined
  text: () => Promise<string>
  blob: () => Promise<Blob>
}

async function send(to: Endpoint, request: unknown, options: RequestOptions): Promise<Sent> {
  const token = options.token ?? settings.token?.()
  const { address, init } = prepare(to, encode(to, request))
  const headers = new Headers(init.headers)
  if (token) headers.set('Authorization', token)
  const key = options.idempotencyKey ?? (to.idempotent ? newKey() : undefined)
  if (key) headers.set('Idempotency-Key', key)
  if (!options.keepAlive && settings.canReach && !(await settings.canReach()))
    throw new RequestError({ kind: options.signal?.aborted ? 'aborted' : 'network' })
  const askedAt = performance.now()
  const clock = AbortSignal.timeout(settings.timeoutMs ?? REQUEST_TIMEOUT_MS)
  const lost = new AbortController()
  // A request that outlives the page has nobody to tell; every other ends, or its button would spin for ever.
  const stopListening = options.keepAlive ? undefined : settings.whenLost?.(() => lost.abort())
  const signal = AbortSignal.any([clock, lost.signal, ...(options.signal ? [options.signal] : [])])

  // The body can be cut off as well as the head, so both report alike.
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      stopListening?.()
      if (options.signal?.aborted) throw new RequestError({ kind: 'aborted', cause })
      settings.onReached?.(false)
      if (clock.aborted) throw new RequestError({ kind: 'timeout', id: 'request.timeout', cause })
      throw new RequestError({ kind: 'network', cause })
    }
  }
  const whole = async <T>(read: () => Promise<T>): Promise<T> => {
    const content = await guard(read)
    stopListening?.()
    return content
  }
  const response = await guard(() =>
    (settings.fetch ?? globalThis.fetch)(address, {
      ...init,
      headers,
      signal,
      credentials: 'same-origin',
      cache: 'no-store',
      keepalive: options.keepAlive ?? false,
    }),
  )
  sightDate(response.headers.get('Date'), askedAt)
  // A gateway that answers for a dead server is not the server.
  settings.onReached?.(response.status < 502 || response.status > 504)
  return {
    response,
    token,
    text: () => whole(() => response.text()),
    blob: () => whole(() => response.blob()),
  }
}

function encode(to: Endpoint, request: unknown): unknown {
  const encoded = z.safeEncode(to.request as z.ZodMiniType<unknown, unknown>, request)
  if (encoded.success) return encoded.data
  const issue = encoded.error.issues[0]
  const named = errorId.safeParse(`field.${issue?.message ?? ''}`)
  throw new RequestError({
    kind: 'refused',
    code: codes.invalid,
    id: named.success ? named.data : 'field.format',
    field: issue?.path.join('.') ?? '',
    msg: `${to.service}/${to.path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
    cause: encoded.error,
  })
}

function prepare(to: Endpoint, body: unknown): { address: string; init: RequestInit } {
  const address = addressOf(to)
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const present = fields.filter(([, value]) => value !== undefined && value !== null)
  if (to.method === 'GET') {
    const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
    return { address: query ? `${address}?${query}` : address, init: { method: 'GET' } }
  }
  if (present.some(([, value]) => value instanceof Blob)) {
    const form = new FormData()
    for (const [name, value] of present) form.set(name, value instanceof Blob ? value : String(value))
    return { address, init: { method: 'POST', body: form } }
  }
  return {
    address,
    init: {
      method: 'POST',
      body: JSON.stringify(body ?? {}),
      headers: { 'Content-Type': 'application/json' },
    },
  }
}

function readEnvelope(text: string, response: Answered): Envelope {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch {
    raw = undefined
  }
  const read = envelope.safeParse(raw)
  if (read.success) return read.data
  const { status } = response
  throw status === 200
    ? new RequestError({ kind: 'badAnswer', status })
    : new RequestError({ kind: 'http', status, code: status, msg: response.statusText })
}

function judge(body: Envelope, response: Answered, token: string | undefined, options: RequestOptions): void {
  const { status } = response
  const code = status === codes.sessionEnded ? codes.sessionEnded : body.code
  const verdict = (options.upload ? uploadVerdictOf : verdictOf)(code)
  const { id, field, params, msg } = body
  const facts = {
    code: body.code,
    status,
    ...(id && { id }),
    ...(field && { field }),
    ...(params && { params }),
  }
  if ('signOut' in verdict) {
    settings.onSessionEnded?.(token)
    throw new RequestError({ kind: 'refused', ...facts, id: 'session.ended' })
  }
  if (status !== 200) throw new RequestError({ kind: 'http', ...facts, msg: msg ?? response.statusText })
  if (!verdict.deliver) throw new RequestError({ kind: 'refused', ...facts, ...(msg && { msg }) })
  if (verdict.show === 'always' || (verdict.show === 'ifAsked' && options.showMessage)) {
    settings.onMessage?.({ ...(id && { id }), ...(params && { params }), ...(msg && { msg }) })
  }
}
