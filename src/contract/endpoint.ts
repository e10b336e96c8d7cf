// One declaration per endpoint, used by the client that asks it and the server that answers.
import type * as z from 'zod/mini'
import type { FileKind } from '../domain/file/stored-file.ts'
import type { ServiceName } from '../domain/services.ts'

/**
 * Who may call: `public` without a session, `session` with any session, `demo` without one but in demo mode only, `resident` with
 * the session of the resident page, which opens nothing else; otherwise the permission.
 */
export type Access = 'public' | 'session' | 'demo' | 'resident' | (string & {})

export interface Endpoint<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  service: ServiceName
  method: 'GET' | 'POST'
  /** Behind the base address of the service, without a leading slash. */
  path: string
  access: Access
  summary: string
  /** Wire schema: encode what is sent, decode what arrives. */
  request: Request
  response: Response
  /** The call carries an `Idempotency-Key`; a repeated one gets the first answer and changes nothing. */
  idempotent?: boolean
  /** It costs much, so one person and one tenant may only ask so often: it leaves a file or changes many rows (`task`), or reads much (`report`). */
  cost?: 'task' | 'report'
  /** The answer is bytes, not an envelope. */
  file?: boolean
  /**
   * The call is a form with one file in the field `file`, checked as this kind of upload; the request schema is for the
   * other fields. Succeeds with code 1 (console specification, section 7).
   */
  upload?: FileKind
}

/** Declares an endpoint; the types of request and response follow from the schemas. */
export function endpoint<const Request extends z.ZodMiniType, const Response extends z.ZodMiniType>(
  declaration: Endpoint<Request, Response>,
): Endpoint<Request, Response> {
  return declaration
}

/** Path on the same origin when no other base is configured. */
export function defaultPath(call: Pick<Endpoint, 'service' | 'path'>): string {
  return `/api/${call.service}/${call.path}`
}
