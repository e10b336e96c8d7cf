// What the conference client refuses by itself, before anything is sent (real-time specification, section 5).

/** What is missing to start the client, in the order in which it is asked for. */
export type StartFault = 'noUserId' | 'noUserName' | 'noPassword' | 'noService' | 'noAppKey' | 'noSourceId'

/** What is asked of a room that it cannot be asked. */
export type RoomFault =
  | StartFault
  /** Joining needs a login. */
  | 'notLoggedIn'
  | 'noRoomNumber'
  /** Asked for something in a room from outside one; while the room is still being entered; leaving none. */
  | 'notInRoom'
  | 'notYetInRoom'
  | 'notInTheRoom'
  | 'noSuchMember'
  /** Having a picture anew of somebody who sends none. */
  | 'noData'
  /** A picture with no place on the page to be shown in. */
  | 'noElement'
  /** Recording without a room. */
  | 'noRoomJoined'
  /** What a recording takes: something is missing; set while in a room; not set at all. */
  | 'recordingIncomplete'
  | 'recordingSetInRoom'
  | 'recordingNotSet'

/** What the client is started with; what is there is not yet known to be right. */
export interface StartFacts {
  userId: unknown
  userName: unknown
  password: unknown
  service: unknown
  appKey: unknown
  /** Address of the page by which a screen is chosen; undefined for a service that needs none. */
  sourceId?: unknown
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** The first thing that is missing to start; undefined when nothing is. The user id has to be a number. */
export function startFault(facts: StartFacts): StartFault | undefined {
  if (typeof facts.userId !== 'number' || !Number.isFinite(facts.userId)) return 'noUserId'
  if (!isText(facts.userName)) return 'noUserName'
  if (!isText(facts.password)) return 'noPassword'
  if (!isText(facts.service)) return 'noService'
  if (!isText(facts.appKey)) return 'noAppKey'
  const { sourceId } = facts
  if (sourceId !== undefined && !(typeof sourceId === 'string' && sourceId.startsWith('https')))
    return 'noSourceId'
  return undefined
}

/** What a person can ask of the room they are in. `needs`: what has to be there of the member. */
export type RoomDeed =
  | { to: 'act' }
  | { to: 'member'; key: string; needs?: 'picture' | 'place'; there?: boolean }
  | { to: 'leave' }

/** Whether there is a room to ask. */
export type Presence = 'out' | 'entering' | 'in'

/** Why this cannot be asked now; undefined when it can. */
export function deedFault(
  deed: RoomDeed,
  presence: Presence,
  keys: { has: (key: string) => boolean },
): RoomFault | undefined {
  if (deed.to === 'leave') return presence === 'out' ? 'notInTheRoom' : undefined
  if (presence === 'out') return 'notInRoom'
  if (presence === 'entering') return 'notYetInRoom'
  if (deed.to === 'member' && !keys.has(deed.key)) return 'noSuchMember'
  if (deed.to === 'member' && deed.needs && !deed.there)
    return deed.needs === 'picture' ? 'noData' : 'noElement'
  return undefined
}
