// A conference room over the protocol of the specified service: the built-in one and the cloud speak it alike. Comes back by
// itself after a change of network or a fall of the server, as it was: muted stays muted, nobody is there twice.
import * as z from 'zod/mini'
import {
  type Command,
  recordingAnswer,
  recordingCommand,
  type WireEvent,
  type WireRoom,
} from '../../contract/conference-wire.ts'
import {
  CALL_PICTURE,
  channelOfRoom,
  decodeRole,
  encodeState,
  FIXED_SETTINGS,
  MAX_RESOLUTION,
  type RecordingConfig,
  ROOM_CAPACITY,
  recordingFileName,
  recordingStorage,
} from '../../domain/conference/conference.ts'
import type { RoomEnd } from '../../domain/conference/session.ts'
import { checkMedia } from '../rtc/media-check.ts'
import { watchNetwork } from '../rtc/network-watch.ts'
import { type CameraLine, type Limits, openCameraLine } from './camera-line.ts'
import { type Conversation, converse } from './conversation.ts'
import { type MediaLine, openMediaLine } from './media-line.ts'
import { createOwnRoomMedia } from './own-room-media.ts'
import {
  type CloudRecording,
  type MediaKind,
  type RoomEvents,
  type RoomInfo,
  type RoomLine,
  type RoomPort,
  type RoomTicket,
  SELF,
} from './port.ts'
import { RecordingError } from './recording-error.ts'
import { RoomError } from './room-error.ts'
import { createHold, roomCounters, roomHealth } from './room-health.ts'
import { createRoomMembers } from './room-members.ts'
import { createRoomScreens } from './room-screens.ts'

const HEALTH_MS = 2_000
const RECORD_ANSWER_MS = 10_000
/** Logging in again after the service was lost: soon at first, then patiently, as long as the page wants to be in. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
const LINE_PAUSE_MS = 1_000
/** An offer that nobody has answered by then is made once more. */
const ANSWER_MS = 6_000

type Told<Name extends WireEvent['event']> = Extract<WireEvent, { event: Name }>

export function createRoomPort(): RoomPort {
  return {
    check: checkMedia,
    open: async ({ ticket, events, voiceOnly, pushToTalk = false, recordOverCloud, abort }) => {
      refuseIncomplete(ticket)
      // Another service's library is fetched where that service is used.
      if (ticket.provider === 'livekit') {
        const { openLiveKitRoom } = await import('./livekit.ts')
        return await openLiveKitRoom({ ticket, events, voiceOnly, ...(abort && { abort }) })
      }
      const room = startRoom(ticket, events, { voiceOnly, pushToTalk, recordOverCloud })
      abort?.throwIfAborted()
      abort?.addEventListener('abort', () => void room.leave(), { once: true })
      await room.logIn()
      return room
    },
  }
}

/** What the start of a conference client asks for (real-time specification, section 5). */
function refuseIncomplete({ userId, accountName, password, service, appKey }: RoomTicket): void {
  if (!Number.isInteger(userId) || !accountName || !password || !service || !appKey)
    throw new RoomError('failed')
}

function startRoom(
  ticket: RoomTicket,
  events: RoomEvents,
  {
    voiceOnly,
    pushToTalk,
    recordOverCloud,
  }: {
    voiceOnly: boolean
    pushToTalk: boolean
    recordOverCloud: ((asked: CloudRecording) => Promise<unknown>) | undefined
  },
): RoomLine & { logIn(): Promise<void> } {
  const members = createRoomMembers({ voiceOnly })
  let conversation: Conversation | undefined
  let line: MediaLine | undefined
  /** The cloud service takes a picture over the one connection alone. */
  const layered = ticket.provider === 'builtIn' && !voiceOnly
  let camera: CameraLine | undefined
  let cameraAgain: ReturnType<typeof setTimeout> | undefined
  let layers = Number.POSITIVE_INFINITY
  let limits: Limits = new Map()
  let inRoom = false
  let ended = false
  let wasIn = false
  let host = false
  let consent: boolean | null = null
  let recording: { resolve(fileName: string): void; reject(error: Error): void } | undefined
  let recordedFile = ''
  /** As the room was last: after a fall of the server it is begun so again. */
  let talksInTurn = pushToTalk
  /** The main connection stands: what goes beside it comes after. */
  let answered = false
  let counters: ReturnType<typeof roomCounters> | undefined
  const hold = createHold()

  const own = createOwnRoomMedia({ onChange: () => void ownChanged(), onProblem: events.onProblem })
  const screens = createRoomScreens({
    onWanted: (uri, type, width) => void want(uri, type, width),
  })
  const tell = (command: Command): Promise<void> =>
    conversation && inRoom ? conversation.command(command).catch(() => {}) : Promise.resolve()
  const mayRecordOverCloud = ticket.recording !== undefined && recordOverCloud !== undefined
  const roomOf = ({ record = mayRecordOverCloud, ...room }: WireRoom): RoomInfo => ({
    ...room,
    // Under the number that the person knows it by.
    roomId: ticket.roomId,
    record,
    // The cloud's roles are its own: whoever has a handle for recordings is a host here.
    host: host || mayRecordOverCloud,
  })
  const showMembers = () => events.onMembers(members.list())
  const stateNow = () => encodeState(own.sends())

  async function ownChanged(): Promise<void> {
    const sends = own.sends()
    members.own(sends)
    screens.own(own.tracks())
    if (inRoom) showMembers()
    await line?.send(mainTracks())
    await sendCamera()
    await tell({ cmd: 'setstate', state: stateNow(), screen: sends.screen })
  }
  async function want(uri: string, type: 'video' | 'screen', width: number): Promise<void> {
    if (voiceOnly) return
    await tell({
      cmd: 'setmediainfo',
      uri,
      type,
      ps: Math.min(width, 8_192),
      fps: CALL_PICTURE.framesPerSecond,
    })
  }

  // --- media -------------------------------------------------------------------------------------------------------

  const mainTracks = () => (layered ? { ...own.tracks(), video: null } : own.tracks())
  /** The picture's own connection is opened with the first picture, and rests while there is none. */
  const sendCamera = async () => {
    const { video } = own.tracks()
    if (camera) return await camera.send(video)
    if (!layered || !video || !inRoom || !answered) return
    const from = conversation
    if (!from) return
    const mine = openCameraLine({
      iceServers: [...ticket.iceServers, ...from.iceServers],
      onCandidate: (candidate, mid) => {
        if (camera === mine) from.candidate(candidate, mid, 'layers')
      },
      onBroken: () => {
        if (camera === mine) renewCamera(LINE_PAUSE_MS)
      },
    })
    camera = mine
    await mine.use(layers)
    const sdp = await mine.offer(video)
    if (camera !== mine) return
    renewCamera(ANSWER_MS)
    await from.offer(sdp, 'layers').catch(() => {})
  }
  const closeCamera = () => {
    clearTimeout(cameraAgain)
    camera?.close()
    camera = undefined
    layers = Number.POSITIVE_INFINITY
  }
  const renewCamera = (pause: number) => {
    clearTimeout(cameraAgain)
    cameraAgain = setTimeout(() => {
      closeCamera()
      void sendCamera().catch(() => renewCamera(LINE_PAUSE_MS))
    }, pause)
  }

  let lineAgain: ReturnType<typeof setTimeout> | undefined
  const negotiate = async () => {
    clearTimeout(lineAgain)
    line?.close()
    closeCamera()
    answered = false
    limits = new Map()
    counters = undefined
    if (!conversation || !inRoom) return
    const mine = openMediaLine({
      iceServers: [...ticket.iceServers, ...conversation.iceServers],
      voiceOnly,
      onCandidate: (candidate, mid) => {
        if (line === mine) conversation?.candidate(candidate, mid)
      },
      onBroken: () => {
        if (line === mine) renew(LINE_PAUSE_MS)
      },
    })
    line = mine
    await mine.send(mainTracks())
    const sdp = await mine.offer()
    if (line !== mine) return
    await conversation.offer(sdp).catch(() => {})
    if (line === mine) renew(ANSWER_MS)
  }
  const renew = (pause: number) => {
    clearTimeout(lineAgain)
    lineAgain = setTimeout(() => void negotiate().catch(() => renew(LINE_PAUSE_MS)), pause)
  }
  const stopWatching = watchNetwork({ onGone: () => {}, onChanged: () => inRoom && renew(0) })

  const health = setInterval(() => {
    const mine = line
    if (!mine) return
    Promise.all([mine.stats(), camera?.stats()]).then(
      ([report, own]) => {
        if (line !== mine || !inRoom) return
        const now = roomCounters([...report, ...(own ?? [])], performance.now())
        if (counters) {
          mine.holdPictures(hold(counters, now))
          const limitOf = (mid: string) => limits.get(mid) ?? 'nothing'
          const { line: whole, pictures } = roomHealth(counters, now, screens.keyOf, limitOf)
          events.onHealth(whole, pictures)
        }
        counters = now
      },
      () => {},
    )
  }, HEALTH_MS)

  // --- what is told ------------------------------------------------------------------------------------------------

  const end = (why: RoomEnd) => {
    if (ended) return
    ended = true
    inRoom = false
    close()
    events.onState('ended', why)
  }
  const close = () => {
    clearInterval(health)
    clearTimeout(lineAgain)
    stopWatching()
    conversation?.close()
    line?.close()
    closeCamera()
    own.close()
    screens.close()
    recording?.reject(new RoomError('left'))
  }
  const hearers: { readonly [Name in WireEvent['event']]: (told: Told<Name>) => void } = {
    ongetrealmok: () => {
      if (!wasIn) events.onState('loggedIn')
      void join()
    },
    joinroom: ({ ret, waiting }) => {
      if (ret !== 0) end('failed')
      else if (waiting) events.onState('waiting')
      else if (!wasIn) events.onState('joining')
    },
    onconfjoinok: ({ room, members: others, self }) => {
      inRoom = true
      wasIn = true
      host = decodeRole(self.role).kind === 'host'
      members.become(self, others)
      members.own(own.sends())
      events.onState('in')
      events.onRoom(roomOf(room))
      showMembers()
      for (const one of screens.wanted()) void want(one.uri, one.type, one.width)
      void negotiate().catch(() => renew(LINE_PAUSE_MS))
    },
    onconfdidleave: ({ reason }) => end(reason ?? 'ended'),
    onconfjoinfail: ({ reason }) => end(reason ?? 'failed'),
    onconfstate: ({ room, waiting, ringing }) => {
      events.onRoom(roomOf(room))
      if (waiting) events.onWaiting(waiting.map(({ userName: key, ...one }) => ({ key, ...one })))
      if (ringing) events.onRinging(ringing)
    },
    onselfstate: ({ self }) => {
      members.self(self)
      showMembers()
    },
    onactorstate: ({ member }) => {
      members.put(member)
      showMembers()
    },
    onactorleave: ({ userName }) => {
      members.remove(userName)
      showMembers()
    },
    onvolumechanged: ({ volumes, speaking }) => {
      members.volumes(
        new Map(volumes.map(({ userName, level }) => [userName, level])),
        new Set(speaking ?? []),
      )
      showMembers()
    },
    onmedianotiy: ({ slots, renew: again, missing, layers: useful, limits: told }) => {
      if (told) limits = new Map(told.map(({ mid, by }) => [mid, by]))
      if (useful !== undefined) {
        layers = useful
        void camera?.use(useful)
      }
      if (slots && line) {
        const mine = line
        screens.carry(slots, mid => mine.trackOf(mid))
      }
      if (missing) events.onProblem('network')
      if (again) {
        events.onState('back')
        renew(0)
      }
    },
    sendtext: ({ text }) => {
      const asked = recording
      const answer = recordingAnswerOf(text)
      recording = undefined
      if (answer?.Ret !== 0) return asked?.reject(new RecordingError(answer?.Reason))
      // Services that do not say the name have taken the one they were given.
      if (answer.FileKey) recordedFile = answer.FileKey
      asked?.resolve(recordedFile)
    },
    onasked: ({ kind }) => events.onAsked(kind),
    onconsent: () => events.onConsentWanted(),
    onrecord: ({ trouble }) => events.onRecordingTrouble(trouble),
    onfloor({ floor }) {
      talksInTurn = floor !== null
      const keyOf = (name: string) => (name === ticket.accountName ? SELF : name)
      events.onFloor?.(
        floor
          ? {
              ...floor,
              holder: floor.holder === null ? null : keyOf(floor.holder),
              queue: floor.queue.map(keyOf),
            }
          : undefined,
      )
    },
  }
  function hear<Name extends WireEvent['event']>(told: { event: Name } & Told<Name>): void {
    if (!ended) hearers[told.event](told)
  }

  // --- login and join ----------------------------------------------------------------------------------------------

  const logIn = async () => {
    if (ended) throw new RoomError('left')
    events.onState(wasIn ? 'back' : 'connecting')
    const mine = await converse(ticket, {
      onEvent: told => {
        if (conversation === mine) hear(told)
      },
      onAnswer: (sdp, of) => {
        if (conversation !== mine) return
        if (of === 'layers') {
          clearTimeout(cameraAgain)
          camera?.answer(sdp).catch(() => renewCamera(LINE_PAUSE_MS))
          return
        }
        const asked = line
        clearTimeout(lineAgain)
        asked?.answer(sdp).then(
          () => {
            // It may have ended while the answer was taken: who was removed is not in.
            if (line !== asked || !inRoom) return
            answered = true
            events.onState('in')
            void sendCamera().catch(() => renewCamera(LINE_PAUSE_MS))
          },
          () => renew(LINE_PAUSE_MS),
        )
      },
      onReachable: reachable => {
        if (!ended && inRoom) events.onState(reachable ? 'in' : 'back')
      },
      onForgotten: () => {
        if (conversation === mine && !ended) void comeBack(FIRST_PAUSE_MS)
      },
    })
    if (ended) {
      mine.farewell({ cmd: 'leaveroom' })
      throw new RoomError('left')
    }
    conversation = mine
    await mine.command({ cmd: 'getrealm' })
  }
  const comeBack = async (pause: number): Promise<void> => {
    inRoom = false
    answered = false
    line?.close()
    closeCamera()
    events.onState('back')
    await new Promise(resolve => setTimeout(resolve, pause))
    if (ended) return
    try {
      await logIn()
    } catch (error) {
      if (ended) return
      const why = error instanceof RoomError ? error.end : 'network'
      if (why !== 'network') return end(why)
      await comeBack(Math.min(LONGEST_PAUSE_MS, pause * 2))
    }
  }
  const join = async () => {
    await conversation
      ?.command({
        cmd: 'joinroom',
        roomId: ticket.channel ?? ticket.roomId,
        channelId: channelOfRoom(ticket.channel ?? ticket.roomId),
        displayName: ticket.displayName,
        capacity: ROOM_CAPACITY,
        maxResolution: MAX_RESOLUTION,
        compositeMode: FIXED_SETTINGS.compositeMode,
        state: stateNow(),
        role: FIXED_SETTINGS.role,
        consent,
        pushToTalk: talksInTurn,
      })
      .catch(() => {})
  }
  const sayRecording = async (on: boolean, config: RecordingConfig | undefined): Promise<void> => {
    const { recording: handle, accountName, provider } = ticket
    if (provider !== 'cloud')
      return tell({ cmd: 'sendtext', text: recordingText(on, voiceOnly, recordedFile, config) })
    const place = conversation?.place
    const taken = place && handle !== undefined && recordOverCloud
    const said = taken
      ? recordOverCloud({ handle, accountName, ...place, on, video: !voiceOnly, fileName: recordedFile })
      : Promise.reject(new RoomError('failed'))
    await said.catch(() => {
      const asked = recording
      recording = undefined
      asked?.reject(new RecordingError(undefined))
    })
  }
  const onPageHide = () => conversation?.farewell({ cmd: 'leaveroom' })
  addEventListener('pagehide', onPageHide)

  return {
    logIn: async () => {
      try {
        await logIn()
      } catch (error) {
        ended = true
        close()
        throw error
      }
    },
    attach: screens.attach,
    set: async (kind: MediaKind, on) => {
      if (voiceOnly && kind !== 'audio') return
      await own.set(kind, on)
    },
    setVolume: screens.setVolume,
    subscribe(key, on) {
      members.subscribe(key, on)
      showMembers()
      void tell({ cmd: 'subscribe', uri: key, subscribe: on })
    },
    refresh: key => void tell({ cmd: 'refresh', uri: key }),
    raiseHand: up => void tell({ cmd: 'hand', up }),
    consent(yes) {
      consent = yes
      void tell({ cmd: 'consent', yes })
    },
    ask: (key, kind) => void tell({ cmd: 'ask', uri: key, kind }),
    admit: (key, yes) => void tell({ cmd: 'admit', uri: key, yes }),
    remove: key => void tell({ cmd: 'remove', uri: key }),
    record: (on, config) =>
      new Promise<string>((resolve, reject) => {
        if (!inRoom || recording) return reject(new RoomError('failed'))
        const timer = setTimeout(() => {
          recording = undefined
          reject(new RoomError('network'))
        }, RECORD_ANSWER_MS)
        recording = {
          resolve: fileName => {
            clearTimeout(timer)
            resolve(fileName)
          },
          reject: error => {
            clearTimeout(timer)
            reject(error)
          },
        }
        // Each recording has a name of its own.
        if (on) recordedFile = recordingFileName(Date.now())
        void sayRecording(on, config)
      }),
    stopConference: () => void tell({ cmd: 'stopconf' }),
    talk: {
      want: want => void tell({ cmd: 'floor', want }),
      turn: on => void tell({ cmd: 'pushtotalk', on }),
    },
    soundOf: screens.soundOf,
    async leave() {
      if (ended) return
      removeEventListener('pagehide', onPageHide)
      conversation?.farewell({ cmd: 'leaveroom' })
      end('left')
    },
  }
}

const recordingAnswerOf = (text: string) => {
  const answer = z.safeParse(recordingAnswer, readJson(text))
  return answer.success ? answer.data : undefined
}

function readJson(base64: string): unknown {
  try {
    return JSON.parse(atob(base64))
  } catch {
    return undefined
  }
}

/** The storage is the server's: what stands for it here is a name for it, and filled in there. */
function recordingText(
  on: boolean,
  voiceOnly: boolean,
  fileName: string,
  config: RecordingConfig | undefined,
): string {
  const storage = {
    Protocol: config?.type === recordingStorage.alioss ? 'alioss' : 'qiniu',
    AccessKey: config?.accessKey ?? '',
    SecretKey: config?.secretKey ?? '',
    BucketName: config?.bucketName ?? '',
    ...(config?.type === recordingStorage.alioss && { UploadEndpoint: config.uploadEndPoint }),
  }
  const command = on
    ? {
        Cmd: 'StartRecord' as const,
        Video: !voiceOnly,
        Storage: { ...storage, FileKey: fileName },
      }
    : { Cmd: 'StopRecord' as const }
  return btoa(JSON.stringify(z.parse(recordingCommand, command)))
}
