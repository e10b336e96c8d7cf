// Ties a conference room to the world: ticket, line, recording, members, own media. Views read its store and say what the
// person does. One for each room that is open on a page.
import type { RecordingConfig } from '../../domain/conference/conference.ts'
import {
  deedFault,
  type RoomDeed,
  type RoomFault,
  type StartFault,
  startFault,
} from '../../domain/conference/faults.ts'
import {
  eventsBetween,
  type Members,
  type MembersEffect,
  type MembersEvent,
  nobody,
  OWN_KEY,
  stepMembers,
} from '../../domain/conference/members.ts'
import {
  type OwnKind,
  type OwnMedia,
  type OwnMediaEffect,
  type OwnMediaEvent,
  silent,
  stepOwnMedia,
} from '../../domain/conference/own-media.ts'
import {
  type RecordingEffect,
  type RecordingEvent,
  type RecordingStop,
  type RecordingWord,
  type RoomRecording,
  setRecording,
  stepRecording,
} from '../../domain/conference/recording.ts'
import {
  presenceOf,
  type RoomSession,
  type RoomSessionEffect,
  type RoomSessionEvent,
  stepSession,
  type TicketRefusal,
} from '../../domain/conference/session.ts'
import type { RecordingTrouble } from '../../domain/recordings/recording-trouble.ts'
import type {
  CloudRecording,
  LineHealth,
  PictureHealth,
  RingingMember,
  RoomEvents,
  RoomFloor,
  RoomInfo,
  RoomLine,
  RoomMember,
  RoomPort,
  RoomTicket,
  WaitingGuest,
} from '../../platform/conference/port.ts'
import { RecordingError } from '../../platform/conference/recording-error.ts'
import { RoomError } from '../../platform/conference/room-error.ts'
import { createSoundMemory, type HeardTurn } from '../../platform/conference/sound-memory.ts'
import { runMachine } from '../../platform/machine-runner.ts'
import type { MediaProblem } from '../../platform/rtc/port.ts'
import { createStore } from '../../platform/store.ts'

/** A line that does not come to its end is let go of after so long. */
const LEAVE_MS = 3_000
/** What was switched on and is not sent by then is taken as off. */
const SWITCH_MS = 12_000

export interface RoomPorts {
  /** Whether somebody is logged in; a guest is by their link. */
  loggedIn: () => boolean
  ticket: (roomId: string, password: string | undefined) => Promise<RoomTicket>
  /** Fetched when a room is entered for the first time. */
  rooms: () => Promise<RoomPort>
  /** The reason in what `ticket` rejected with. */
  refusalOf: (error: unknown) => TicketRefusal
  /** The page by which a screen is chosen, for services that ask for it. */
  sourceId: string
  /** Whether another tab of this browser is in that room, and saying that this one is. */
  elsewhere: (roomId: string) => Promise<boolean>
  hold: (roomId: string) => () => void
  say: (word: RoomFault | RecordingWord | RecordingStop) => void
  /** What a recording takes; absent for guests, who cannot record. */
  recordingParameters?: () => unknown
  /** Has the cloud service record; absent for guests. */
  recordOverCloud?: (asked: CloudRecording) => Promise<unknown>
  /** Says which devices a recording that has ended was of. */
  recorded: (fileName: string, imeis: readonly string[]) => Promise<unknown>
  /** Keeps what a picture shows now as a photo; absent for guests, who have none. */
  keepPhoto?: (element: HTMLVideoElement, of: Pick<RoomMember, 'displayName' | 'imei'>) => void
  serverNow: () => number
  after: (milliseconds: number, run: () => void) => () => void
}

export interface RoomView {
  session: RoomSession
  own: OwnMedia
  recording: RoomRecording
  members: Members<RoomMember>
  room: RoomInfo | undefined
  waiting: readonly WaitingGuest[]
  ringing: readonly RingingMember[]
  health: LineHealth | undefined
  pictures: ReadonlyMap<string, PictureHealth>
  /** Push to talk: who speaks and who waits; undefined where everybody speaks when they like. */
  floor: RoomFloor | undefined
  /** What was said during the last minute, for who was there. */
  heard: readonly HeardTurn[]
  /** The last thing found missing while one is in the room. */
  problem: MediaProblem | undefined
  /** The person is to say whether their sound and picture go into the recording. */
  consentWanted: boolean
  /** Of all others, 0 to 100 per cent. */
  volume: number
  /** Another tab is in this room: whether to go on here. */
  otherTab: string | undefined
  /** What is said aloud; the number makes the same words new. */
  announced: { at: number; what: MembersEffect['what']; name: string } | undefined
}

export interface RoomDriver {
  read: () => RoomView
  subscribe: (listener: () => void) => () => void
  /** `here`: also when another tab is in it, which then leaves. */
  join: (roomId: string, more?: { password?: string | undefined; here?: boolean }) => Promise<void>
  leave: () => void
  /** Ends it for everybody. */
  stop: () => void
  again: () => void
  forgetOtherTab: () => void
  press: (kind: OwnKind) => void
  hold: () => void
  release: () => void
  answerAsk: (yes: boolean) => void
  consent: (yes: boolean) => void
  record: () => void
  /** Sets what a recording takes: all of it, and before a room is entered. */
  setRecording: (wanted: unknown) => void
  raiseHand: (up: boolean) => void
  /** A host makes it a room of push to talk, or one where everybody speaks when they like. */
  pushToTalk: (on: boolean) => void
  setVolume: (percent: number) => void
  attach: (key: string, kind: 'video' | 'screen', element: HTMLVideoElement | null) => void
  subscribeTo: (key: string, on: boolean) => void
  refresh: (key: string) => void
  /** Keeps what is seen of a member now as a photo. */
  snap: (key: string) => void
  pin: (key: string | undefined) => void
  ask: (key: string, kind: 'audio' | 'video') => void
  admit: (key: string, yes: boolean) => void
  remove: (key: string) => void
}

const noPictures: ReadonlyMap<string, PictureHealth> = new Map()

/** Makes the driver of one room; nothing is asked of anybody before `join`. */
export function createRoom(
  ports: RoomPorts,
  { voiceOnly, pushToTalk = false }: { voiceOnly: boolean; pushToTalk?: boolean },
): RoomDriver {
  const clock = { now: ports.serverNow, after: ports.after }
  const session = runMachine<RoomSession, RoomSessionEvent, RoomSessionEffect>({
    state: { is: 'out' },
    step: stepSession,
    performers: {
      ticket: ({ roomId, attempt }) => void fetchTicket(roomId, attempt),
      open: ({ attempt }) => void open(attempt),
      settle() {
        own.send({ on: 'entered' })
        const state = session.read()
        if (state.is === 'in') release = ports.hold(state.roomId)
      },
      clear,
      stop: () => line?.stopConference(),
      leave: ({ attempt }, { timers }) => {
        timers.start('leaving', LEAVE_MS, () => ({ on: 'gone', attempt }))
        void letGo().then(() => session.send({ on: 'gone', attempt }))
      },
      say: ({ fault }) => ports.say(fault),
    },
    clock,
  })
  const own = runMachine<OwnMedia, OwnMediaEvent, OwnMediaEffect>({
    state: silent(voiceOnly),
    step: stepOwnMedia,
    performers: {
      set({ kind, to }, { timers, send }) {
        if (to) timers.start(kind, SWITCH_MS, () => ({ on: 'overdue', kind }))
        else timers.stop(kind)
        line?.set(kind, to).catch(() => send({ on: 'failed', kind }))
      },
      want: ({ to }) => line?.talk?.want(to),
    },
    clock,
  })
  const recording = runMachine<RoomRecording, RecordingEvent, RecordingEffect>({
    state: { is: 'idle' },
    step: stepRecording,
    performers: {
      record({ to }, { send }) {
        const done = line ? line.record(to, recordingSet) : Promise.reject(new Error('There is no room'))
        done.then(
          fileName => send(to ? { on: 'began', at: ports.serverNow() } : { on: 'ended', fileName }),
          error => send(to ? { on: 'beganNot', why: stopOf(error) } : { on: 'endedNot' }),
        )
      },
      tell({ fileName }) {
        const imeis = members.read().list.flatMap(({ imei }) => imei ?? [])
        // The service knows who was in as well: nothing is lost with this.
        ports.recorded(fileName, imeis).catch(() => {})
      },
      say: ({ word }) => ports.say(word),
    },
    clock,
  })
  const members = runMachine<Members<RoomMember>, MembersEvent<RoomMember>, MembersEffect>({
    state: nobody,
    step: stepMembers,
    performers: {
      announce: ({ what, name }) =>
        show({ announced: { at: (store.read().announced?.at ?? 0) + 1, what, name } }),
    },
    clock,
  })

  const store = createStore<RoomView>({
    session: session.read(),
    own: own.read(),
    recording: recording.read(),
    members: members.read(),
    room: undefined,
    waiting: [],
    ringing: [],
    health: undefined,
    pictures: noPictures,
    floor: undefined,
    heard: [],
    problem: undefined,
    consentWanted: false,
    volume: 100,
    otherTab: undefined,
    announced: undefined,
  })
  const show = (part: Partial<RoomView>) => store.become({ ...store.read(), ...part })
  session.subscribe(() => show({ session: session.read() }))
  own.subscribe(() => show({ own: own.read() }))
  recording.subscribe(() => show({ recording: recording.read() }))
  members.subscribe(() => show({ members: members.read() }))

  const memory = createSoundMemory({
    now: ports.serverNow,
    after: ports.after,
    onChange: heard => show({ heard }),
  })
  let recordingSet: RecordingConfig | undefined
  const configure = (wanted: unknown) => {
    const set = setRecording(wanted, presenceOf(session.read()))
    if ('fault' in set) ports.say(set.fault)
    else recordingSet = set.config
  }
  let attempts = 0
  let ticket: RoomTicket | undefined
  let password: string | undefined
  let line: RoomLine | undefined
  let opening: AbortController | undefined
  let release = () => {}
  /** Members were told already: who comes from now on is said aloud. */
  let told = false
  /** Where pictures are shown, so that a line which is opened later knows of them. */
  const places = new Map<string, { key: string; kind: 'video' | 'screen'; element: HTMLVideoElement }>()

  async function fetchTicket(roomId: string, attempt: number): Promise<void> {
    try {
      const got = await ports.ticket(roomId, password)
      const fault = faultOf(got)
      if (fault) throw new StartError(fault)
      ticket = got
      session.send({ on: 'ticket', attempt })
    } catch (error) {
      const refusal = error instanceof StartError ? { id: error.fault } : ports.refusalOf(error)
      session.send({ on: 'refused', attempt, refusal })
    }
  }

  function faultOf(got: RoomTicket): StartFault | undefined {
    const { userId, accountName: userName, password, service, appKey, provider } = got
    const cloud = provider === 'cloud'
    return startFault({
      userId,
      userName,
      password,
      service,
      appKey,
      sourceId: cloud ? ports.sourceId : undefined,
    })
  }

  async function open(attempt: number): Promise<void> {
    const mine = new AbortController()
    opening = mine
    told = false
    if (!ticket) return
    try {
      const made = await (await ports.rooms()).open({
        ticket,
        events: eventsOf(attempt, mine.signal),
        voiceOnly,
        pushToTalk,
        ...(ports.recordOverCloud && { recordOverCloud: ports.recordOverCloud }),
        abort: mine.signal,
      })
      if (mine.signal.aborted) return void made.leave().catch(() => {})
      line = made
      give()
    } catch (error) {
      const why = error instanceof RoomError ? error.end : 'network'
      if (!mine.signal.aborted) session.send({ on: 'ended', attempt, why })
    }
  }

  /** The line learns what the page has wanted before there was one. */
  function give(): void {
    if (!line) return
    line.setVolume(store.read().volume)
    for (const { key, kind, element } of places.values()) line.attach(key, kind, element)
    // Entered before the line was handed over: what was to be switched on then is switched on now.
    const { inRoom, wants, sends } = own.read()
    if (!inRoom) return
    for (const kind of ['audio', 'video'] as const)
      if (wants[kind] && !sends[kind]) line.set(kind, true).catch(() => own.send({ on: 'failed', kind }))
  }

  function eventsOf(attempt: number, signal: AbortSignal): RoomEvents {
    const heard =
      <Args extends readonly unknown[]>(take: (...args: Args) => void) =>
      (...args: Args) => {
        if (!signal.aborted) take(...args)
      }
    return {
      onState: heard((news, end) => {
        if (news === 'ended') session.send({ on: 'ended', attempt, why: end ?? 'ended' })
        else session.send({ on: 'line', attempt, news, at: ports.serverNow() })
      }),
      onRoom: heard(room => {
        show({ room })
        recording.send({ on: 'told', since: room.recordingSince })
        if (room.recordingSince === null) show({ consentWanted: false })
      }),
      onMembers: heard(list => {
        const self = list.find(({ key }) => key === OWN_KEY)
        for (const event of eventsBetween(members.read().list, list, !told)) members.send(event)
        told = true
        if (self)
          own.send({
            on: 'told',
            sends: { audio: self.isAudio, video: self.isVideo, screen: self.screen },
          })
        if (self && self.consent !== null) show({ consentWanted: false })
      }),
      onWaiting: heard(waiting => show({ waiting })),
      onRinging: heard(ringing => show({ ringing })),
      onHealth: heard((health, pictures) => show({ health, pictures })),
      onAsked: heard(kind => own.send({ on: 'asked', kind })),
      onConsentWanted: heard(() => show({ consentWanted: true })),
      onRecordingTrouble: heard(trouble => recording.send({ on: 'broken', why: stopped[trouble] })),
      onFloor: heard(hearFloor),
      onProblem: heard(problem => {
        // That the line is being had again says the state.
        if (problem === 'network') return
        show({ problem })
        if (problem === 'noCamera') own.send({ on: 'failed', kind: 'video' })
        if (problem === 'noMicrophone' || problem === 'refused' || problem === 'noDevices')
          own.send({ on: 'failed', kind: 'audio' })
      }),
    }
  }

  function hearFloor(floor: RoomFloor | undefined): void {
    const before = store.read().floor?.holder ?? null
    show({ floor })
    own.send({
      on: 'floor',
      turn: floor && (floor.holder === OWN_KEY ? 'mine' : floor.queue.includes(OWN_KEY) ? 'waiting' : 'open'),
    })
    const holder = floor?.holder ?? null
    if (holder === before) return
    memory.end()
    if (holder === null || holder === OWN_KEY) return
    const track = line?.soundOf?.(holder)
    const name = members.read().list.find(({ key }) => key === holder)?.displayName
    if (track && name) memory.begin(name, track)
  }

  async function letGo(): Promise<void> {
    opening?.abort()
    opening = undefined
    const old = line
    line = undefined
    await old?.leave().catch(() => {})
  }

  function clear(): void {
    release()
    release = () => {}
    own.send({ on: 'left' })
    recording.send({ on: 'left' })
    members.send({ on: 'empty' })
    memory.clear()
    show({
      floor: undefined,
      room: undefined,
      waiting: [],
      ringing: [],
      health: undefined,
      pictures: noPictures,
      problem: undefined,
      consentWanted: false,
    })
  }

  /** Does it on the line, or says why it cannot be done. */
  function act(deed: RoomDeed, run: (on: RoomLine) => void): void {
    const keys = new Set(members.read().list.map(({ key }) => key))
    const fault = deedFault(deed, presenceOf(session.read()), keys)
    if (fault) ports.say(fault)
    else if (line) run(line)
    else ports.say('notYetInRoom')
  }

  return {
    read: store.read,
    subscribe: store.subscribe,
    async join(roomId, more = {}) {
      const number = roomId.trim()
      if (number && !more.here && (await ports.elsewhere(number))) return show({ otherTab: number })
      show({ otherTab: undefined })
      password = more.password
      if (ports.recordingParameters && presenceOf(session.read()) === 'out')
        configure(ports.recordingParameters())
      session.send({ on: 'join', roomId: number, attempt: ++attempts, loggedIn: ports.loggedIn() })
    },
    leave() {
      const fault = deedFault({ to: 'leave' }, presenceOf(session.read()), new Set())
      if (!fault) session.send({ on: 'leave' })
      else if (session.read().is === 'out') ports.say(fault)
    },
    stop: () => session.send({ on: 'stop' }),
    again: () => session.send({ on: 'again' }),
    forgetOtherTab: () => show({ otherTab: undefined }),
    press(kind) {
      if (store.read().problem) show({ problem: undefined })
      own.send({ on: 'press', kind })
    },
    hold: () => own.send({ on: 'hold' }),
    release: () => own.send({ on: 'release' }),
    answerAsk: yes => own.send({ on: 'answer', yes }),
    consent(yes) {
      act({ to: 'act' }, on => on.consent(yes))
      show({ consentWanted: false })
    },
    record: () =>
      recording.send({
        on: 'press',
        inRoom: session.read().is === 'in',
        // The storage of the cloud service is the server's to set up.
        set: recordingSet !== undefined && (ticket?.provider !== 'cloud' || ticket.recording !== undefined),
      }),
    setRecording: configure,
    pushToTalk: on => act({ to: 'act' }, at => at.talk?.turn(on)),
    raiseHand: up => act({ to: 'act' }, on => on.raiseHand(up)),
    setVolume(volume) {
      show({ volume })
      line?.setVolume(volume)
    },
    attach(key, kind, element) {
      const place = `${kind} ${key}`
      if (element) places.set(place, { key, kind, element })
      else places.delete(place)
      line?.attach(key, kind, element)
    },
    subscribeTo: (key, on) => act({ to: 'member', key }, at => at.subscribe(key, on)),
    refresh(key) {
      const member = members.read().list.find(each => each.key === key)
      const there = member !== undefined && (member.isVideo || member.isAudio || member.screen)
      act({ to: 'member', key, needs: 'picture', there }, on => on.refresh(key))
    },
    snap(key) {
      const member = members.read().list.find(each => each.key === key)
      const shown = [...places.values()].find(place => place.key === key)?.element
      // A picture of which nothing has arrived yet has no size.
      const element = shown && shown.videoWidth > 0 ? shown : undefined
      act({ to: 'member', key, needs: 'place', there: element !== undefined }, () => {
        if (element && member) ports.keepPhoto?.(element, member)
      })
    },
    pin: key => members.send({ on: 'pin', key }),
    ask: (key, kind) => act({ to: 'member', key }, on => on.ask(key, kind)),
    admit: (key, yes) => act({ to: 'act' }, on => on.admit(key, yes)),
    remove: key => act({ to: 'member', key }, on => on.remove(key)),
  }
}

/** What is said of a recording that ended by itself. */
const stopped: Record<RecordingTrouble, RecordingStop> = {
  diskFull: 'diskFull',
  quota: 'quota',
  interrupted: 'broken',
  storage: 'broken',
  empty: 'broken',
  nothingCame: 'broken',
  broken: 'broken',
}

function stopOf(error: unknown): RecordingStop | undefined {
  const why = error instanceof RecordingError ? error.why : undefined
  if (why === 'diskFull' || why === 'quota') return why
  return why === 'forbidden' ? 'notAllowed' : undefined
}

/** The ticket lacks something that the client is started with. */
class StartError extends Error {
  readonly fault: StartFault
  constructor(fault: StartFault) {
    super(fault)
    this.name = 'StartError'
    this.fault = fault
  }
}
