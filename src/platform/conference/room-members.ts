// The members of a room as the page sees them: the own entry first, then the others in the order in which they came.
import type { WireMember } from '../../contract/conference-wire.ts'
import { decodeRole, decodeState } from '../../domain/conference/conference.ts'
import { type RoomMember, SELF } from './port.ts'

export interface Own {
  audio: boolean
  video: boolean
  screen: boolean
}

export interface RoomMembers {
  /** Everybody anew. */
  become(self: WireMember, others: readonly WireMember[]): void
  self(member: WireMember): void
  put(member: WireMember): void
  remove(userName: string): void
  clear(): void
  own(sends: Own): void
  subscribe(userName: string, on: boolean): void
  volumes(levels: ReadonlyMap<string, number>, speaking: ReadonlySet<string>): void
  has(userName: string): boolean
  list(): RoomMember[]
}

/** `voiceOnly`: nobody's picture is taken. */
export function createRoomMembers({ voiceOnly }: { voiceOnly: boolean }): RoomMembers {
  let me: WireMember | undefined
  let sends: Own = { audio: false, video: false, screen: false }
  const others = new Map<string, WireMember>()
  const away = new Set<string>()
  let levels: ReadonlyMap<string, number> = new Map()
  let speaking: ReadonlySet<string> = new Set()

  const entry = (member: WireMember, key: string): RoomMember => {
    const { customRole, kind } = decodeRole(member.role)
    const { customState, isAudio, isVideo } = decodeState(member.state)
    const { userName, displayName, screen = false, imei = null, handSince = null, consent = null } = member
    const facts = { userName, displayName, customRole, customState, imei, handSince, consent }
    return {
      ...facts,
      key,
      is: kind === 'device' || kind === 'guest' ? kind : 'person',
      host: kind === 'host',
      isAudio,
      isVideo,
      screen,
      subscribe: !voiceOnly && !away.has(userName),
      // A muted microphone speaks for nobody, whatever was heard a moment ago.
      speaking: isAudio && speaking.has(userName),
      level: isAudio ? (levels.get(userName) ?? 0) : 0,
    }
  }
  return {
    become(self, all) {
      me = self
      others.clear()
      for (const one of all) others.set(one.userName, one)
    },
    self(member) {
      me = member
    },
    put: member => void others.set(member.userName, member),
    remove(userName) {
      others.delete(userName)
      away.delete(userName)
    },
    clear() {
      me = undefined
      others.clear()
    },
    own(now) {
      sends = now
    },
    subscribe(userName, on) {
      if (on) away.delete(userName)
      else away.add(userName)
    },
    volumes(loud, turns) {
      levels = loud
      speaking = turns
    },
    has: userName => others.has(userName),
    list: () => [
      ...(me
        ? [
            {
              ...entry(me, SELF),
              isAudio: sends.audio,
              isVideo: sends.video,
              screen: sends.screen,
              subscribe: true,
            },
          ]
        : []),
      ...[...others.values()].map(one => entry(one, one.userName)),
    ],
  }
}
