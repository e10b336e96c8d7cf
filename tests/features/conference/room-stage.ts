// A conference room with a hand-moved world: what the server and the service do is said by the test.
import type { RoomPorts } from '../../../src/features/conference/room.driver.ts'
import {
  type RoomEvents,
  type RoomInfo,
  type RoomLine,
  type RoomMember,
  type RoomPort,
  type RoomTicket,
  SELF,
} from '../../../src/platform/conference/port.ts'
import { handClock } from '../../platform/rtc/hand-clock.ts'

export const ticketOf = (roomId: string): RoomTicket => ({
  provider: 'builtIn',
  service: '/api/conference',
  appKey: 'key',
  userId: 7,
  accountName: '1380000000142',
  displayName: 'Mei',
  password: 'secret',
  roomId,
  iceServers: [],
})

export const memberOf = (key: string, facts: Partial<RoomMember> = {}): RoomMember => ({
  key,
  userName: key,
  displayName: key === SELF ? 'Mei' : key,
  customRole: 0,
  customState: 0,
  is: 'person',
  imei: null,
  host: false,
  isAudio: false,
  isVideo: false,
  screen: false,
  subscribe: true,
  speaking: false,
  level: 0,
  handSince: null,
  consent: null,
  ...facts,
})

export const infoOf = (facts: Partial<RoomInfo> = {}): RoomInfo => ({
  roomId: '1111',
  displayName: 'Crane 2',
  password: null,
  capacity: 16,
  maxResolution: 1,
  channelId: 'room_1111',
  recordingSince: null,
  record: true,
  host: false,
  ...facts,
})

/** A world in which a room can be entered. */
export function roomStage() {
  const did: string[] = []
  const said: string[] = []
  const clock = handClock()
  const elements = new Map<string, HTMLVideoElement>()
  let refusal: unknown
  let events: RoomEvents | undefined
  let opened = Promise.withResolvers<void>()
  let abort: AbortSignal | undefined
  const world = {
    did,
    said,
    clock,
    elements,
    /** Another tab is in these rooms. */
    held: new Set<string>(),
    loggedIn: true,
    ticket: ticketOf('1111'),
    /** Whether a switch is told by the room at once, refused, or never heard of. */
    switching: 'told' as 'told' | 'refused' | 'silent',
    record: () => Promise.resolve('web_1'),
    /** What a recording takes. */
    recording: {
      type: 2,
      video: true,
      bucketName: 'b',
      secretKey: 's',
      accessKey: 'a',
      fileName: 'web_1',
      name: 'n',
    } as unknown,
    voiceOnly: undefined as boolean | undefined,
    pushToTalk: undefined as boolean | undefined,
    members: [memberOf(SELF)],
    refuseWith(error: unknown) {
      refusal = error
    },
    /** What the service says; only once a room is being entered. */
    get tell(): RoomEvents {
      if (!events) throw new Error('Nobody has opened the room')
      return events
    },
    get aborted() {
      return abort?.aborted ?? false
    },
    tellMembers(...members: RoomMember[]) {
      world.members = members
      world.tell.onMembers(members)
    },
    /** Who has the floor, and who waits for it. */
    tellFloor(holder: string | null, ...queue: string[]) {
      const at = holder === null ? null : Date.now()
      world.tell.onFloor?.({ holder, since: at, until: at && at + 60_000, queue })
    },
    /** Lets one in, with these people there. */
    letIn(info: Partial<RoomInfo> = {}, ...others: RoomMember[]) {
      world.members = [memberOf(SELF, { host: info.host ?? false }), ...others]
      world.tell.onState('loggedIn')
      world.tell.onState('joining')
      world.tell.onState('in')
      world.tell.onRoom(infoOf({ roomId: world.ticket.roomId, ...info }))
      world.tellMembers(...world.members)
    },
    openLate() {
      opened = Promise.withResolvers<void>()
      return opened
    },
  }
  opened.resolve()
  const self = (part: Partial<RoomMember>) =>
    world.tellMembers(...world.members.map(each => (each.key === SELF ? { ...each, ...part } : each)))
  const line: RoomLine = {
    attach(key, kind, element) {
      did.push(`${element ? 'attach' : 'detach'} ${kind} ${key}`)
      if (element) elements.set(key, element)
    },
    async set(kind, on) {
      did.push(`set ${kind} ${on}`)
      if (on && world.switching === 'refused') throw new Error('refused')
      if (world.switching === 'silent') return
      self(kind === 'audio' ? { isAudio: on } : kind === 'video' ? { isVideo: on } : { screen: on })
    },
    setVolume: percent => void did.push(`volume ${percent}`),
    subscribe: (key, on) => void did.push(`subscribe ${key} ${on}`),
    refresh: key => void did.push(`refresh ${key}`),
    raiseHand(up) {
      did.push(`hand ${up}`)
      self({ handSince: up ? Date.now() : null })
    },
    consent: yes => void did.push(`consent ${yes}`),
    ask: (key, kind) => void did.push(`ask ${key} ${kind}`),
    admit: (key, yes) => void did.push(`admit ${key} ${yes}`),
    remove: key => void did.push(`remove ${key}`),
    record(on) {
      did.push(`record ${on}`)
      return world.record()
    },
    stopConference: () => void did.push('stop'),
    talk: {
      want: on => void did.push(`want ${on}`),
      turn: on => void did.push(`turn ${on}`),
    },
    leave: async () => void did.push('leave'),
  }
  const port: RoomPort = {
    check: async () => undefined,
    async open(options) {
      did.push(`open ${options.ticket.roomId}`)
      events = options.events
      abort = options.abort
      world.voiceOnly = options.voiceOnly
      world.pushToTalk = options.pushToTalk
      events.onState('connecting')
      await opened.promise
      return line
    },
  }
  const ports: RoomPorts = {
    loggedIn: () => world.loggedIn,
    async ticket(roomId, password) {
      did.push(`ticket ${roomId}${password === undefined ? '' : ` ${password}`}`)
      if (refusal) throw refusal
      return { ...world.ticket, roomId }
    },
    rooms: async () => port,
    refusalOf: error =>
      error instanceof Error && error.message.includes('.') ? { id: error.message } : { id: 'offline' },
    sourceId: 'https://console',
    elsewhere: async roomId => world.held.has(roomId),
    hold(roomId) {
      did.push(`hold ${roomId}`)
      return () => void did.push(`let go ${roomId}`)
    },
    say: word => void said.push(word),
    recordingParameters: () => world.recording,
    recorded: async (fileName, imeis) => void did.push(`recorded ${fileName} ${imeis.join()}`),
    serverNow: () => Date.now(),
    after: clock.after,
  }
  return { world, ports, did, said, elements }
}
