// What a browser still owes the server for people whose session is over here: that it be ended, and what waits unsent.
import { revokeSession, tellUnsent } from '../contract/endpoints/left-behind.ts'
import { getConnection, subscribeConnection } from '../platform/connection.ts'
import { sendRequest } from '../platform/http.ts'
import { queuedActions } from '../platform/queue.ts'
import { noteReported, waitingQueues } from '../platform/queue-store.ts'
import { RequestError } from '../platform/request-error.ts'
import { subscribeSession } from '../platform/session-store.ts'

/** Handles of sessions that the server was not told the end of: nothing private, each ends one session and no more. */
const OWED = 'gatehouse.revoke'
const PAUSE_MS = 2_000

const owed = (): string[] => (localStorage.getItem(OWED) ?? '').split(' ').filter(Boolean)

function owe(handles: readonly string[]): void {
  if (handles.length > 0) localStorage.setItem(OWED, handles.join(' '))
  else localStorage.removeItem(OWED)
}

/** Writes down that a session is to be ended; stays until `forgetRevocation` or the server has taken it. */
export const oweRevocation = (handle: string): void => owe([...owed(), handle])
export const forgetRevocation = (handle: string): void => owe(owed().filter(each => each !== handle))

/** Pays what is owed now and whenever the server can be reached again, or what waits has changed. Call once at start. */
export function payWhatIsOwed(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => {
    if (timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      void pay()
    }, PAUSE_MS)
  }
  subscribeConnection(soon)
  subscribeSession(soon)
  queuedActions.subscribe(soon)
  void pay()
}

async function pay(): Promise<void> {
  if (!getConnection().online) return
  for (const handle of owed()) {
    const done = await sendRequest(revokeSession, { handle }).then(() => true, isJudged)
    if (done) forgetRevocation(handle)
  }
  await tellWhatWaits().catch(() => {
    // A browser that cannot store has nothing that waits.
  })
}

async function tellWhatWaits(): Promise<void> {
  for (const { name, count, oldestAt, tell, browser, reported = 0 } of await waitingQueues({ empty: true })) {
    if (!tell || !browser || count === reported) continue
    const done = await sendRequest(tellUnsent, { handle: tell, browser, count, oldestAt }).then(
      () => true,
      isJudged,
    )
    if (done) await noteReported(name, count)
  }
}

// Refused for good is done too: an installation that was set up anew knows none of its old handles.
const isJudged = (error: unknown): boolean => error instanceof RequestError && error.id === 'forbidden'
