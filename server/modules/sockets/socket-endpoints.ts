// The push service and the spoken notices over HTTP: tickets, who is there, something to be said.
import { pushUsers, socketTicket, speakNotice } from '../../../src/contract/endpoints/message.ts'
import type { Context, Handlers } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'
import { createBucket } from '../../http/throttle.ts'
import type { Kernel } from '../../kernel.ts'
import { makeTicket } from '../session/public.ts'
import { PUSH_PATH } from './push-service.ts'
import type { Sockets } from './sockets.ts'
import { SPOKEN_PATH } from './spoken-service.ts'

/** Of one person. A loudspeaker in every room is no place for a flood. */
const SAYINGS = { perSecond: 0.1, atOnce: 5 }

export function mountSockets(handlers: Handlers, { bus }: Pick<Kernel, 'bus'>, sockets: Sockets): void {
  const mayGoOn = createBucket(SAYINGS)

  handlers.handle(socketTicket, async (_, { person, sql, tokenHash }) => {
    const { ticket, expiresAt } = await makeTicket(sql, person.accountId, tokenHash)
    return { userId: person.accountId, ticket, expiresAt, spokenUrl: SPOKEN_PATH, pushPath: PUSH_PATH }
  })

  handlers.handle(pushUsers, async (_, { person }) => sockets.roster.visibleTo(person))

  handlers.handle(speakNotice, async ({ msgContent: given, departmentId = null }, context) => {
    const { person, address, sql } = context
    if (departmentId !== null) await refuseForeign(context, departmentId)
    // Line breaks and the like are no part of something that is read out.
    const msgContent = given.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
    if (msgContent === '') throw new Refused('field.required', { field: 'msgContent' })
    if (!mayGoOn(String(person.accountId))) throw new Refused('throttled', { status: 429 })
    const { tenantId, name: author } = person
    const at = Date.now()
    const heardBy = sockets.heardBy({ tenantId, departmentId, msgContent, author, at })
    sql.audit({
      tenantId,
      userId: person.accountId,
      userName: person.username,
      address,
      action: 'notice.speak',
      entity: null,
      rowId: null,
      detail: { msgContent, departmentId, heardBy },
    })
    sql.afterCommit(() => bus.emit('notice.spoken', { tenantId, departmentId, msgContent, author, at }))
    return { heardBy }
  })
}

/** A department of another tenant, or outside the speaker's own scope, answers as an unknown one. */
async function refuseForeign({ person, sql }: Context, departmentId: number): Promise<void> {
  const found = await sql.first(
    'select id from department where id = $1 and tenant_id = $2 and removed_at is null',
    [departmentId, person.tenantId],
  )
  const inScope = person.departments === null || person.departments.includes(departmentId)
  if (!found || !inScope) throw new Refused('field.reference', { field: 'departmentId' })
}
