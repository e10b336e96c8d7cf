// What is refused, in the words of SCIM.
import type { FastifyError } from 'fastify'
import { SCIM, ScimRefusal } from '../../../src/domain/access/scim.ts'
import { bodyOf, Refused } from '../../http/refusal.ts'

interface ErrorAnswer {
  status: number
  body: object
}

const answer = (status: number, detail: string, scimType?: string | undefined): ErrorAnswer => ({
  status,
  body: { schemas: [SCIM.error], status: String(status), ...(scimType && { scimType }), detail },
})

const statusOf = ({ id, status }: Refused): number => {
  if (status !== 200) return status
  if (id === 'session.ended') return 401
  if (id.startsWith('forbidden') || id === 'tenant.disabled') return 403
  if (id === 'row.unknown' || id === 'route.unknown') return 404
  if (id === 'field.duplicate' || id === 'row.changed') return 409
  return id.startsWith('throttled') ? 429 : 400
}

export function answerOfError(error: unknown): ErrorAnswer {
  if (error instanceof ScimRefusal) return answer(400, error.message, error.problem)
  if (error instanceof Refused) {
    const status = statusOf(error)
    const scimType = status === 409 && error.id === 'field.duplicate' ? 'uniqueness' : undefined
    return answer(
      status,
      bodyOf(error).msg ?? error.id,
      scimType ?? (status === 400 ? 'invalidValue' : undefined),
    )
  }
  const { statusCode = 500 }: Partial<FastifyError> = error instanceof Error ? error : {}
  if (statusCode >= 400 && statusCode < 500)
    return answer(statusCode, 'The request could not be read', 'invalidSyntax')
  return answer(500, 'Something went wrong in the server')
}
