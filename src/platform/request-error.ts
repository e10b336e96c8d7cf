// Why a request to the back end failed, in a form that can be translated when it is shown.
import type { Envelope } from '../contract/envelope.ts'

/**
 * `refused`: the server answered with a code that delivers nothing, or the request broke its own schema.
 * `http`: a status other than 200. `timeout`: no answer in time. `network`: the server was not reached.
 * `badAnswer`: an answer that is not what the contract says. `aborted`: the caller gave up.
 */
export type RequestErrorKind = 'refused' | 'http' | 'timeout' | 'network' | 'badAnswer' | 'aborted'

export interface RequestErrorFacts extends Partial<Pick<Envelope, 'id' | 'field' | 'params' | 'msg'>> {
  kind: RequestErrorKind
  code?: number | string
  status?: number
  cause?: unknown
}

/** Error of one request. `id` names the reason (contract/errors.ts), `field` is a dotted path, `msg` plain English. */
export class RequestError extends Error {
  readonly kind: RequestErrorKind
  readonly code: number | string | undefined
  readonly status: number | undefined
  readonly id: string | undefined
  readonly field: string | undefined
  readonly params: Readonly<Record<string, string | number>>
  readonly msg: string | undefined

  constructor(facts: RequestErrorFacts) {
    super(facts.msg ?? facts.id ?? facts.kind, { cause: facts.cause })
    this.name = 'RequestError'
    this.kind = facts.kind
    this.code = facts.code
    this.status = facts.status
    this.id = facts.id
    this.field = facts.field
    this.params = facts.params ?? {}
    this.msg = facts.msg
  }

  /** True when the same request may succeed later without a change: nothing was decided yet. */
  get passing(): boolean {
    return this.kind === 'timeout' || this.kind === 'network' || (this.status ?? 0) >= 502
  }
}
