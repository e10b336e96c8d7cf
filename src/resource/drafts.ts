// What somebody is entering and has not saved: sealed on the device for them alone, so that it outlives the end of their
// session and nobody else reads it. Gone with a logout.

import { KEPT_PREFIX } from '../domain/storage-keys.ts'
import { createSeal, type Seal } from '../platform/seal.ts'
import { getSession, type Session } from '../platform/session-store.ts'

type Person = Pick<Session['user'], 'tenantId' | 'id' | 'keys'>

/** One person's drafts, opened; they are read at once, and written down behind. */
interface Drafts {
  prefix: string
  found: Map<string, unknown>
  /** Absent for who has no key, such as visitors: theirs live as long as the page. */
  seal: Seal | undefined
  /** Resolves when what was stored has been read; absent while nobody asked for it. */
  ready: Promise<void> | undefined
  /** Everything private was removed: what is still on its way must not be written. */
  removed: boolean
}

/** What is sealed: the name too, so that no draft can be put in another's place. */
interface Sealed {
  name: string
  value: unknown
}

let open: Drafts | undefined

const prefixOf = ({ tenantId, id }: Person): string => `${KEPT_PREFIX}${tenantId}-${id}-draft-`

/** Opens what a person left, before their forms are drawn. What does not open is nobody's any more and goes. */
export function openDrafts(person: Person): Promise<void> {
  const drafts = draftsOf(prefixOf(person))
  drafts.ready ??= readStored(drafts, person.keys?.seal)
  return drafts.ready
}

async function readStored(drafts: Drafts, key: string | undefined): Promise<void> {
  const { prefix } = drafts
  // Insecure origins have no cryptography: nothing is written there.
  drafts.seal = key === undefined ? undefined : await createSeal(key, prefix).catch(() => undefined)
  await Promise.all(storedNames(prefix).map(name => take(drafts, name)))
}

/** The session is over: nothing of it stays in memory. What is sealed waits for the same person. */
export function closeDrafts(): void {
  open = undefined
}

/** Everything private is being removed from this device. */
export function dropDrafts(): void {
  if (open) open.removed = true
  open = undefined
}

/** Follows what other tabs write. Called once at start. */
export function followDrafts(): void {
  addEventListener('storage', ({ key }) => {
    if (open && key?.startsWith(open.prefix)) void take(open, key.slice(open.prefix.length))
  })
}

export interface DraftPlace {
  read: () => unknown
  /** Undefined forgets it. Writes nothing once another person, or nobody, is there. */
  write: (value: unknown) => void
}

/** The place of one draft of whoever is logged in now. */
export function draftPlace(name: string): DraftPlace {
  const user = getSession()?.user
  const drafts = user && draftsOf(prefixOf(user))
  return {
    read: () => drafts?.found.get(name),
    write: value => {
      if (drafts && drafts === open && getSession()) put(drafts, name, value)
    },
  }
}

const draftsOf = (prefix: string): Drafts => (open?.prefix === prefix ? open : startDrafts(prefix))

function startDrafts(prefix: string): Drafts {
  open = { prefix, found: new Map(), seal: undefined, ready: undefined, removed: false }
  return open
}

function put(drafts: Drafts, name: string, value: unknown): void {
  const key = drafts.prefix + name
  if (value === undefined) {
    drafts.found.delete(name)
    localStorage.removeItem(key)
    return
  }
  drafts.found.set(name, value)
  const sealed: Sealed = { name, value }
  drafts.seal?.close(sealed).then(
    bytes => {
      // Typed on since, or given up: that is written, or nothing is.
      if (drafts.removed || drafts.found.get(name) !== value) return
      try {
        localStorage.setItem(key, textOf(bytes))
      } catch {
        // Remembering is a comfort; a full store is no reason to fail.
      }
    },
    () => undefined,
  )
}

/** Reads what is stored under a name; what lies there in the clear, as it once did, is sealed. */
async function take(drafts: Drafts, name: string): Promise<void> {
  const key = drafts.prefix + name
  const text = localStorage.getItem(key)
  if (text === null) {
    drafts.found.delete(name)
    return
  }
  try {
    if (text.startsWith('{')) put(drafts, name, JSON.parse(text))
    else if (drafts.seal) {
      const sealed = await drafts.seal.open(bytesOf(text))
      if (!isSealed(sealed) || sealed.name !== name)
        throw new Error('this draft was sealed for another place')
      drafts.found.set(name, sealed.value)
      return
    }
    // Without a key nothing may lie here.
    if (!drafts.seal) localStorage.removeItem(key)
  } catch {
    localStorage.removeItem(key)
  }
}

const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'name' in value && 'value' in value

const storedNames = (prefix: string): string[] =>
  Object.keys(localStorage).flatMap(key => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))

const textOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), sign => sign.charCodeAt(0))
