// What was refused, for the audit log: failed logins, calls without the right, rows of others, changes of rights. A flood
// must not fill the log, which nobody may shorten: one entry for a person, an endpoint and a reason at once, and one with
// the number of the rest when the minute is over.
import type { Data } from '../../db/scoped.ts'
import { WHOLE } from '../../db/scoped.ts'
import type { Log } from '../../log.ts'
import type { AuditEntry } from './audit.ts'

const MINUTE_MS = 60_000
/** Different refusals that are told apart in one minute; the others are counted together. */
const MOST_KINDS = 300
/** Rows of a bulk action that are named. */
const MOST_ROWS = 10

/** What is worth an entry, by the id of the refusal. */
const WATCHED =
  /^(forbidden(\..*)?|row\.unknown|field\.reference|session\.(badCredentials|badCode|linkInvalid|throttled|wrongPassword|passwordExpired|disabled|visitorOff)|tenant\.disabled)$/

/** What failed before there was a session. */
const LOGIN = /^(session\.|tenant\.)/

export interface RefusedCall {
  /** The person who called, where there is a session. */
  person?: { tenantId: number; accountId: number; username: string } | undefined
  /** The account that somebody wanted to enter as, in the words of the request. */
  account?: { username: string } | { phone: string } | undefined
  address: string
  /** `POST /api/user/user/save`. */
  endpoint: string
  refusal: string
  field?: string | undefined
  /** Rows of a bulk action that were refused. */
  rowIds?: readonly number[]
}

export interface Refusals {
  note(call: RefusedCall): void
  /** Writes the numbers of the minute now. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Told {
  entry: Omit<AuditEntry, 'detail'> & { detail: Record<string, unknown> }
  /** How many came after the one that was written. */
  more: number
}

export function createRefusals({ data, log }: { data: Data; log: Log }): Refusals {
  const told = new Map<string, Promise<Told | undefined>>()
  let others = 0
  let timer: NodeJS.Timeout | undefined
  let platform: number | undefined

  const warn = (error: unknown) => log.error({ err: error }, 'A refusal was not written to the audit log')

  // One after the other: a flood of refusals takes one connection of the database and no more.
  let writing: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = writing.then(work)
    writing = next.catch(() => undefined)
    return next
  }

  const write = (entries: readonly Told['entry'][]) =>
    entries.length === 0
      ? Promise.resolve()
      : data.scoped(WHOLE, async sql => {
          for (const entry of entries) sql.audit(entry)
        })

  /** Whose entry it is. What nobody has is not written: people type passwords into the wrong field. */
  const subjectOf = ({ person, account }: RefusedCall) =>
    person
      ? Promise.resolve({ tenantId: person.tenantId, userId: person.accountId, userName: person.username })
      : data.scoped(WHOLE, async sql => {
          const [column, value] =
            account && 'phone' in account
              ? (['phone', account.phone] as const)
              : (['lower(username)', account?.username.toLowerCase() ?? ''] as const)
          const known = await sql.first<{ id: number; tenant_id: number; username: string }>(
            `select id, tenant_id, username from account where ${column} = $1 and removed_at is null`,
            [value],
          )
          if (known) return { tenantId: known.tenant_id, userId: known.id, userName: known.username }
          platform ??= (
            await sql.first<{ id: number }>(
              `select id from tenant where scenario = 'platform' order by id limit 1`,
            )
          )?.id
          return { tenantId: platform ?? 0, userId: null, userName: null }
        })

  const first = async (call: RefusedCall): Promise<Told | undefined> => {
    const { endpoint, refusal, field, rowIds, address } = call
    const entry = {
      ...(await subjectOf(call)),
      address,
      action: LOGIN.test(refusal) ? 'session.refused' : 'call.refused',
      entity: null,
      rowId: null,
      detail: {
        endpoint,
        refusal,
        ...(field !== undefined && { field }),
        ...(rowIds !== undefined && { rowIds: rowIds.slice(0, MOST_ROWS), rows: rowIds.length }),
      },
    }
    await write([entry])
    return { entry, more: 0 }
  }

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const kinds = [...told.values()]
    const beyond = others
    told.clear()
    others = 0
    const counted: Told['entry'][] = []
    for (const kind of await Promise.all(kinds)) {
      if (kind && kind.more > 0)
        counted.push({ ...kind.entry, detail: { ...kind.entry.detail, more: kind.more } })
    }
    if (beyond > 0) {
      const { tenantId } = await subjectOf({ address: '', endpoint: '', refusal: '' })
      counted.push({
        tenantId,
        userId: null,
        userName: null,
        address: null,
        action: 'call.refused',
        entity: null,
        rowId: null,
        detail: { more: beyond },
      })
    }
    await write(counted).catch(warn)
  }

  return {
    note: call => {
      if (!WATCHED.test(call.refusal)) return
      const { person, account, address, endpoint, refusal } = call
      const who = person ? `#${person.accountId}` : JSON.stringify(account ?? null)
      const key = `${who} ${address} ${endpoint} ${refusal}`
      timer ??= setTimeout(() => void flush(), MINUTE_MS).unref()
      const known = told.get(key)
      if (known)
        void known.then(kind => {
          if (kind) kind.more++
        })
      else if (told.size >= MOST_KINDS) others++
      else
        told.set(
          key,
          inTurn(() => first(call)).catch(error => {
            warn(error)
            return undefined
          }),
        )
    },
    flush,
    stop: flush,
  }
}
