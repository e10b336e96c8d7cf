// The connections of people to one service, each with its session: ended sessions and changed rights close them.
import type { Bus } from '../../bus.ts'
import type { Live, Person } from '../../person.ts'
import type { Sessions } from '../session/public.ts'

/** Sessions that ran out end without an event, and another process may have ended one. */
const REVIEW_MS = 30_000

export interface Members<Connection extends object> {
  /** Takes a connection in; it is closed when the session turns out to be over. */
  add(connection: Connection, live: Live): void
  remove(connection: Connection): void
  entries(): Iterable<[Connection, Live]>
  of(connection: Connection): Live | undefined
  /** Closes a connection whose other end does not read. */
  cut(connection: Connection): void
  /** `cut`: so many since the start. */
  counts(): { connections: number; people: number; cut: number }
  stop(): void
}

/** What of a person decides what they see and who sees them, as one comparable text. */
function rightsOf(person: Person): string {
  const { accountId, tenantId, name, departmentId, visitor, platform, permissions, departments } = person
  const scope = departments && [...departments].sort((a, b) => a - b)
  return JSON.stringify([
    accountId,
    tenantId,
    name,
    departmentId,
    visitor,
    platform,
    [...permissions].sort(),
    scope,
  ])
}

export function createMembers<Connection extends object>(
  { bus, sessions }: { bus: Bus; sessions: Pick<Sessions, 'findByHash'> },
  close: (connection: Connection) => void,
  onError: (error: unknown) => void,
): Members<Connection> {
  const members = new Map<Connection, Live>()
  const going = new WeakSet<Connection>()
  let cut = 0

  // Whoever came under other rights comes again under the present ones, with a list that fits them.
  const review = async (which: (live: Live) => boolean) => {
    for (const [connection, live] of [...members]) {
      if (!which(live)) continue
      const now = await sessions.findByHash(live.tokenHash)
      if (!now || rightsOf(now.person) !== rightsOf(live.person)) close(connection)
    }
  }
  const stops = [
    bus.on('session.ended', ({ tokenHashes }) => {
      for (const [connection, live] of [...members])
        if (tokenHashes.includes(live.tokenHash)) close(connection)
    }),
    bus.on('rights.changed', ({ accountIds }) => {
      review(({ person }) => !accountIds || accountIds.includes(person.accountId)).catch(onError)
    }),
  ]
  const timer = setInterval(() => void review(() => true).catch(onError), REVIEW_MS)
  timer.unref()

  return {
    add: (connection, live) => {
      members.set(connection, live)
      // The session may have ended between the ticket and this line.
      review(each => each === live).catch(onError)
    },
    remove: connection => void members.delete(connection),
    entries: () => members.entries(),
    of: connection => members.get(connection),
    cut: connection => {
      // It may be found full again before its end has come through.
      if (going.has(connection)) return
      going.add(connection)
      cut++
      close(connection)
    },
    counts: () => ({
      connections: members.size,
      people: new Set([...members.values()].map(({ person }) => person.accountId)).size,
      cut,
    }),
    stop: () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    },
  }
}
