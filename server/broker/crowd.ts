// How many connections one person may hold, and how many may wait before anybody is known on them.

/** Of one session, which is one browser: its tabs. People without an account share one, but not a session. */
export const MOST_OF_A_SESSION = 20
/** Of one account: its tablets and phones. */
export const MOST_OF_A_PERSON = 60
/** A whole site comes back at once behind one address after a power cut; more than this is a flood. */
export const MOST_WAITING_OF_AN_ADDRESS = 500
/** From everywhere. Whoever is known is not counted: nobody loses a place to those who only knock. */
export const MOST_WAITING = 4_000

/** Counts by key. `enter` answers the function that leaves again (once, however often called), or undefined when full. */
export function createCrowd<Key>(most: number): { enter(key: Key): (() => void) | undefined } {
  const present = new Map<Key, number>()
  return {
    enter: key => {
      const before = present.get(key) ?? 0
      if (before >= most) return undefined
      present.set(key, before + 1)
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        const left = (present.get(key) ?? 1) - 1
        if (left > 0) present.set(key, left)
        else present.delete(key)
      }
    },
  }
}

/** Whose connection it is. */
export interface Holder {
  accountId: number
  visitor: boolean
  tokenHash: string
}

/** Places of people: by session, and by account for those who have one of their own. */
export function createPlaces(): { enter(holder: Holder): (() => void) | undefined } {
  const sessions = createCrowd<string>(MOST_OF_A_SESSION)
  const accounts = createCrowd<number>(MOST_OF_A_PERSON)
  return {
    enter: ({ accountId, visitor, tokenHash }) => {
      const leaveSession = sessions.enter(tokenHash)
      if (!leaveSession || visitor) return leaveSession
      const leaveAccount = accounts.enter(accountId)
      if (!leaveAccount) {
        leaveSession()
        return undefined
      }
      return () => {
        leaveSession()
        leaveAccount()
      }
    },
  }
}

export interface Waiting {
  /** Has said who they are and is being judged: no longer one of the silent. */
  speaks(): void
  /** Known, or gone. */
  leave(): void
}

/**
 * Where connections wait until somebody is known on them. When it is full the one that has been silent for longest
 * makes room; undefined when all who wait are being judged.
 */
export function createWaitingRoom(
  { mostOfAnAddress, mostInAll } = { mostOfAnAddress: MOST_WAITING_OF_AN_ADDRESS, mostInAll: MOST_WAITING },
): { enter(address: string, sendAway: () => void): Waiting | undefined } {
  interface Guest extends Waiting {
    sendAway(): void
  }
  const all = new Map<string, number>()
  const silent = new Set<Guest>()
  const silentOf = new Map<string, Set<Guest>>()
  let count = 0
  const oldest = (guests: Set<Guest> | undefined) => guests?.values().next().value
  const makeRoom = (guests: Set<Guest> | undefined) => {
    const guest = oldest(guests)
    guest?.leave()
    guest?.sendAway()
    return guest !== undefined
  }
  return {
    enter: (address, sendAway) => {
      if ((all.get(address) ?? 0) >= mostOfAnAddress && !makeRoom(silentOf.get(address))) return undefined
      if (count >= mostInAll && !makeRoom(silent)) return undefined
      let inside = true
      const speaks = () => {
        silent.delete(guest)
        const others = silentOf.get(address)
        others?.delete(guest)
        if (others?.size === 0) silentOf.delete(address)
      }
      const guest: Guest = {
        sendAway,
        speaks,
        leave: () => {
          if (!inside) return
          inside = false
          speaks()
          count--
          const left = (all.get(address) ?? 1) - 1
          if (left > 0) all.set(address, left)
          else all.delete(address)
        },
      }
      count++
      all.set(address, (all.get(address) ?? 0) + 1)
      silent.add(guest)
      silentOf.set(address, (silentOf.get(address) ?? new Set<Guest>()).add(guest))
      return guest
    },
  }
}
