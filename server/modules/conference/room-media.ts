// Whose media go to whom in a room: what each participant wants, and over which of their lines it comes.
import type { MediaType } from '../../../src/contract/conference-wire.ts'
import type { Log } from '../../log.ts'
import { type MediaConnection, type MediaEngine, MediaRefused, type MediaRoute } from './media-port.ts'
import { type Member, sourceOf, userNameOf, wantKey } from './members.ts'
import { byName, keyOfRoom, type Room } from './room.ts'

interface Options {
  media: MediaEngine
  log: Log
  roomOf(member: Member): Room | undefined
  isStillIn(member: Member): boolean
  /** Their description was refused. */
  onRefused(member: Member): void
}

export type RoomMedia = ReturnType<typeof createRoomMedia>

/** What a participant should be sent: everybody's sound, and the pictures that they asked for. */
const wantedOf = (room: Room, member: Member): { uri: string; type: MediaType; width: number }[] => {
  const others = [...room.members.values()].filter(
    one => one !== member && !member.unsubscribed.has(userNameOf(one)),
  )
  const sounds = others.map(one => ({ uri: userNameOf(one), type: 'audio' as const, width: 0 }))
  const pictures = others.flatMap(one =>
    (['screen', 'video'] as const).flatMap(type => {
      const uri = userNameOf(one)
      const wanted = member.wants.get(wantKey(uri, type))
      return wanted && one[type] ? [{ uri, type, width: wanted.width }] : []
    }),
  )
  return [...sounds, ...pictures.sort((one, other) => other.width - one.width)]
}

export function createRoomMedia({ media, log, roomOf, isStillIn, onRefused }: Options) {
  /** Gives what is wanted a line, keeps what has one, and tells both the media and the participant. */
  const reroute = (room: Room, member: Member) => {
    const { slots, assigned } = member
    if (!slots) return
    const wanted = wantedOf(room, member)
    const isWanted = (one: { uri: string; type: MediaType }) =>
      wanted.some(other => other.uri === one.uri && other.type === one.type)
    let changed = false
    for (const [mid, one] of assigned)
      if (!isWanted(one)) {
        assigned.delete(mid)
        changed = true
      }
    const carried = new Set([...assigned.values()].map(one => wantKey(one.uri, one.type)))
    for (const one of wanted) {
      if (carried.has(wantKey(one.uri, one.type))) continue
      const lines = one.type === 'audio' ? slots.audio : slots.video
      const free = lines.find(mid => !assigned.has(mid))
      if (free === undefined) continue
      assigned.set(free, { uri: one.uri, type: one.type })
      changed = true
    }
    const routes = [...slots.audio, ...slots.video].map((mid): MediaRoute => {
      const one = assigned.get(mid)
      const from = one && byName(room, one.uri)
      const width = one ? (member.wants.get(wantKey(one.uri, one.type))?.width ?? 0) : 0
      return { mid, source: one && from ? sourceOf(from, one.type) : null, width }
    })
    media.route(member.instanceId, routes)
    if (changed) tellSlots(member)
  }
  const tellSlots = (member: Member, more: { renew?: boolean; missing?: boolean } = {}) =>
    member.mail.tell({
      event: 'onmedianotiy',
      slots: [...member.assigned].map(([mid, one]) => ({ mid, ...one })),
      ...more,
    })
  const rerouteAll = (room: Room) => {
    for (const one of room.members.values()) reroute(room, one)
  }
  const allow = (member: Member) => {
    const { instanceId, video, screen } = member
    const floor = roomOf(member)?.floor
    const heard = !floor || floor.holder?.key === userNameOf(member)
    media.allow(instanceId, { audio: member.audio && heard, video, screen })
  }
  const askForOffer = (member: Member) => {
    member.slots = undefined
    member.assigned.clear()
    if (member.phase === 'in') tellSlots(member, { renew: true })
  }
  const takeOffer = async (member: Member, sdp: string, connection: MediaConnection) => {
    const room = roomOf(member)
    if (!room || member.phase !== 'in') return
    const main = connection === 'main'
    if (main) {
      member.slots = undefined
      member.assigned.clear()
    }
    try {
      const answer = await media.offer(member.instanceId, keyOfRoom(room), sdp, connection)
      if (!isStillIn(member)) return
      if (main) member.slots = answer.slots
      allow(member)
      member.mail.describe('answer', answer.sdp, main ? undefined : connection)
      if (main) reroute(room, member)
    } catch (error) {
      if (error instanceof MediaRefused) {
        log.info({ why: error.message }, 'A description was refused by the conference')
        onRefused(member)
      } else if (media.state() === 'missing') tellSlots(member, { missing: true })
      // While it is down nothing helps: everybody is asked for an offer once it is up.
      else if (media.state() === 'up') tellSlots(member, { renew: true })
    }
  }
  return { reroute, rerouteAll, tellSlots, allow, askForOffer, takeOffer }
}
