// What was refused, for the audit log: failed logins, requests without the right, rows of others, changes of rights,
// connections to the broker and topics of others. A flood must not fill the log, which nobody may shorten: one entry for a
// person, an endpoint and a reason at once, and one with the number of the rest when the minute is over.

import { MINUTE_MS } from '../../src/domain/durations.ts'
import type { AuditEntry } from '../db/audit.ts'
import { type Data, type Sql, WHOLE } from '../db/scoped.ts'
import type { Log } from '../log.ts'

/** Different refusals that are told apart in one minute; the others are counted together. */
const MOST_KINDS = 300
/** Rows of a bulk action that are named. */
const MOST_ROWS = 10

/** What is worth an entry, by the id of the refusal. */
const WATCHED =
  /^(forbidden(\..*)?|row\.unknown|field\.reference|session\.(badCredentials|badCode|linkInvalid|throttled|wrongPassword|passwordExpired|disabled|visitorOff)|tenant\.disabled|connect\.(credentials|disabled|clientId|will|throttled|malformed|certificate\.\w+)|(subscribe|publish)\.(topic|malformed|retained|session))$/

/** What an entry is called, by how the id of the refusal begins: what failed before there was a session, and so on. */
const ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(session|tenant)\./, 'session.refused'],
  [/^connect\./, 'connection.refused'],
  [/^(subscribe|publish)\./, 'topic.refused'],
]
const actionOf = (refusal: string) => ACTIONS.find(([begins]) => begins.test(refusal))?.[1] ?? 'call.refused'

export interface RefusedRequest {
  /** The person who called, where there is a session. */
  person?: { tenantId: number; accountId: number | null; username: string } | undefined
  /** The account that somebody wanted to enter as, in the words of the request. */
  account?: { username: string } | { phone: string } | { id: number } | undefined
  /** The device that spoke, or that somebody wanted to be. */
  imei?: string | undefined
  address: string
  /** `POST /api/user/user/save`, `MQTT SUBSCRIBE`. */
  endpoint: string
  refusal: string
  field?: string | undefined
  topic?: string | undefined
  /** Rows of a bulk action that were refused. */
  rowIds?: readonly number[]
}

export interface Refusals {
  note(call: RefusedRequest): void
  /** Writes the numbers of the time that has gone now. */
  flush(): Promise<void>
  stop(): Promise<void>
}

type Subject = Pick<AuditEntry, 'tenantId' | 'userId' | 'userName' | 'entity' | 'rowId'>

interface Written {
  entry: Omit<AuditEntry, 'detail'> & { detail: Record<string, unknown> }
  /** How many came after the one that was written. */
  more: number
}

/** `everyMs`: a number is written so long after the first, for whom no person waits. */
export function createRefusals({
  data,
  log,
  everyMs = MINUTE_MS,
}: {
  data: Data
  log: Log
  everyMs?: number
}): Refusals {
  const written = new Map<string, Promise<Written | undefined>>()
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

  const write = (entries: readonly Written['entry'][]) =>
    entries.length === 0
      ? Promise.resolve()
      : data.scoped(WHOLE, async sql => {
          for (const entry of entries) sql.audit(entry)
        })

  const accountOf = (sql: Sql, account: NonNullable<RefusedRequest['account']>) => {
    const [column, value] =
      'phone' in account
        ? (['phone', account.phone] as const)
        : 'id' in account
          ? (['id', account.id] as const)
          : (['lower(username)', account.username.toLowerCase()] as const)
    return sql.first<{ id: number; tenant_id: number; username: string }>(
      `select id, tenant_id, username from account where ${column} = $1 and removed_at is null`,
      [value],
    )
  }
  const platformOf = async (sql: Sql) => {
    platform ??= (
      await sql.first<{ id: number }>(`select id from tenant where scenario = 'platform' order by id limit 1`)
    )?.id
    return platform ?? 0
  }
  /** Whose entry it is. What nobody has is not written: people type passwords into the wrong field. */
  const subjectOf = async ({ person, account, imei }: RefusedRequest): Promise<Subject> => {
    const nobody = { userId: null, userName: null, entity: null, rowId: null }
    if (person)
      return {
        ...nobody,
        tenantId: person.tenantId,
        userId: person.accountId,
        userName: person.username,
      }
    return data.scoped(WHOLE, async sql => {
      const known = account && (await accountOf(sql, account))
      if (known) return { ...nobody, tenantId: known.tenant_id, userId: known.id, userName: known.username }
      const device =
        imei !== undefined &&
        (await sql.first<{ id: number; tenant_id: number }>(
          'select id, tenant_id from device where imei = $1 and removed_at is null',
          [imei],
        ))
      if (device) return { ...nobody, tenantId: device.tenant_id, entity: 'device', rowId: device.id }
      return { ...nobody, tenantId: await platformOf(sql) }
    })
  }

  const first = async (call: RefusedRequest): Promise<Written | undefined> => {
    const { endpoint, refusal, field, topic, rowIds, address } = call
    const entry = {
      ...(await subjectOf(call)),
      address,
      action: actionOf(refusal),
      detail: {
        endpoint,
        refusal,
        ...(field !== undefined && { field }),
        ...(topic !== undefined && { topic }),
        ...(rowIds !== undefined && { rowIds: rowIds.slice(0, MOST_ROWS), rows: rowIds.length }),
      },
    }
    await write([entry])
    return { entry, more: 0 }
  }

  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const kinds = [...written.values()]
    const beyond = others
    written.clear()
    others = 0
    const counted: Written['entry'][] = []
    for (const kind of await Promise.all(kinds)) {
      if (kind && kind.more > 0)
        counted.push({ ...kind.entry, detail: { ...kind.entry.detail, more: kind.more } })
    }
    if (beyond > 0) {
      const subject = await subjectOf({ address: '', endpoint: '', refusal: '' })
      counted.push({
        ...subject,
        address: null,
        action: 'call.refused',
        detail: { more: beyond },
      })
    }
    await write(counted).catch(warn)
  }

  return {
    note: call => {
      if (!WATCHED.test(call.refusal)) return
      const { person, account, imei, address, endpoint, refusal } = call
      const who = person ? `#${person.accountId ?? person.username}` : JSON.stringify(account ?? imei ?? null)
      const key = `${who} ${address} ${endpoint} ${refusal}`
      timer ??= setTimeout(() => void flush(), everyMs).unref()
      const known = written.get(key)
      if (known)
        void known.then(kind => {
          if (kind) kind.more++
        })
      else if (written.size >= MOST_KINDS) others++
      else
        written.set(
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
