// The recording of a room: a host begins and ends it, each participant says whether they are in it, and whoever comes or goes
// meanwhile is written down. Who has not agreed is not recorded, and is named.
import * as z from 'zod/mini'
import {
  type RecordingRefusal,
  type recordingAnswer,
  recordingCommand,
} from '../../../src/contract/conference-wire.ts'
import { RECORDING_FILE } from '../../../src/domain/conference/conference.ts'
import type { MarkKind } from '../../../src/domain/recordings/recording.ts'
import type { RecordingTrouble } from '../../../src/domain/recordings/recording-trouble.ts'
import type { Log } from '../../log.ts'
import type { RecordingBook } from '../recordings/public.ts'
import type { MediaEngine, RecordedSource } from './media-port.ts'
import { isHost, type Member, sourceOf, userNameOf } from './members.ts'
import { type Room, tellMember, tellState } from './room.ts'

/** What a page is told of a refusal, beside its own words. */
const messages: Record<RecordingRefusal, string> = {
  forbidden: 'only hosts of a room that may be recorded record it',
  running: 'the room is being recorded',
  none: 'the room is not being recorded',
  invalid: 'invalid recording command',
  diskFull: 'the disk of the server is full',
  quota: 'the tenant has used up its room for recordings',
  failed: 'the recording failed',
}

interface Options {
  media: Pick<MediaEngine, 'record' | 'endRecording'>
  book: RecordingBook
  log: Log
  now(): number
}

export type RoomRecording = ReturnType<typeof createRoomRecording>

const WATCH_MS = 5_000
/** A turn to speak that is shorter says nothing on a time line. */
const LEAST_TURN_MS = 500

export function createRoomRecording({ media, book, log, now }: Options) {
  const recorded = new Set<Room>()
  const beginning = new Set<Room>()

  const sourcesOf = (room: Room): RecordedSource[] =>
    [...room.members.values()]
      .filter(({ consent }) => consent === true)
      .flatMap(member =>
        (['audio', 'video', 'screen'] as const).map(type => ({
          ...sourceOf(member, type),
          whose: userNameOf(member),
          displayName: member.displayName,
          imei: member.claims.who.kind === 'device' ? member.claims.who.imei : null,
        })),
      )
  const note = (room: Room, kind: MarkKind, member?: Member, untilMs: number | null = null) => {
    const { recording } = room
    if (!recording) return
    book.note(recording.folder, {
      kind,
      atMs: now() - recording.since,
      untilMs,
      whose: member ? userNameOf(member) : null,
      displayName: member?.displayName ?? null,
    })
  }
  const send = (room: Room) => {
    const { recording } = room
    if (!recording || recording.ending) return
    const sources = sourcesOf(room)
    if (!recording.expected && sources.length > 0) {
      recording.expected = true
      book.expect(recording.folder)
    }
    media.record({
      id: String(recording.id),
      folder: recording.folder,
      since: recording.since,
      sources,
    })
  }
  /** Devices belong to the tenant whose room it is; people are asked. */
  const ask = (room: Room, member: Member) => {
    if (member.consent !== null) return
    if (member.kind === 'device') {
      member.consent = true
      tellMember(room, member)
    } else member.mail.tell({ event: 'onconsent' })
  }

  const begin = async (room: Room, host: Member, fileName: string): Promise<RecordingRefusal | undefined> => {
    if (room.recording || beginning.has(room)) return 'running'
    if (!isHost(host) || !room.settings.recordingAllowed) return 'forbidden'
    beginning.add(room)
    try {
      const { claims } = host
      const begun = await book.begin({
        tenantId: room.tenantId,
        source: 'room',
        roomId: room.roomId,
        name: room.settings.displayName,
        fileName,
        userId: claims.who.kind === 'person' ? claims.who.accountId : null,
        userName: host.displayName,
      })
      if (typeof begun === 'string') return begun
      room.recording = {
        ...begun,
        fileName,
        since: now(),
        imeis: new Set(),
        speaking: new Map(),
        declined: new Set(),
        showing: new Set(),
        ending: undefined,
        expected: false,
      }
      recorded.add(room)
      // Whoever records has agreed to it.
      host.consent = true
      tellMember(room, host)
      for (const member of room.members.values()) {
        ask(room, member)
        arrive(room, member)
      }
      send(room)
      tellState(room)
      // They went while it was begun.
      if (room.members.size === 0) await end(room, null)
      return undefined
    } finally {
      beginning.delete(room)
    }
  }
  /** Somebody is in: from the beginning, or from now on. */
  const arrive = (room: Room, member: Member) => {
    const { recording } = room
    if (!recording) return
    note(room, 'join', member)
    if (member.claims.who.kind === 'device') recording.imeis.add(member.claims.who.imei)
    if (member.consent === false) decline(room, member)
  }
  const decline = (room: Room, member: Member) => {
    const { recording } = room
    if (!recording || recording.declined.has(userNameOf(member))) return
    recording.declined.add(userNameOf(member))
    note(room, 'declined', member)
  }

  const end = (room: Room, trouble: RecordingTrouble | null): Promise<void> => {
    const { recording } = room
    if (!recording) return Promise.resolve()
    recording.ending ??= (async () => {
      const at = now()
      closeTurns(room, new Set())
      await media.endRecording(String(recording.id))
      try {
        await book.end(recording.id, { at, trouble, imeis: [...recording.imeis] })
      } finally {
        recorded.delete(room)
        room.recording = null
        if (trouble !== null)
          for (const { mail } of room.members.values()) mail.tell({ event: 'onrecord', trouble })
        tellState(room)
      }
    })()
    return recording.ending
  }
  const closeTurns = (room: Room, going: ReadonlySet<string>) => {
    const { recording } = room
    if (!recording) return
    const at = now()
    for (const [whose, { displayName, since }] of recording.speaking) {
      if (going.has(whose)) continue
      recording.speaking.delete(whose)
      if (at - since < LEAST_TURN_MS) continue
      const atMs = since - recording.since
      book.note(recording.folder, {
        kind: 'speaker',
        atMs,
        untilMs: at - recording.since,
        whose,
        displayName,
      })
    }
  }

  const answer = (member: Member, refusal: RecordingRefusal | undefined, fileName: string | undefined) =>
    member.mail.tell({
      event: 'sendtext',
      from: userNameOf(member),
      text: Buffer.from(
        JSON.stringify(
          (refusal === undefined
            ? { Ret: 0, Msg: 'success', FileKey: fileName }
            : { Ret: 1, Msg: messages[refusal], Reason: refusal }) satisfies z.output<typeof recordingAnswer>,
        ),
      ).toString('base64'),
    })
  const obey = async (room: Room, member: Member, text: string): Promise<void> => {
    const read = z.safeParse(recordingCommand, parsed(text))
    if (!read.success) return answer(member, 'invalid', undefined)
    const wanted = read.data
    if (wanted.Cmd === 'StartRecord') {
      const fileName = wanted.Storage.FileKey
      if (!RECORDING_FILE.test(fileName)) return answer(member, 'invalid', undefined)
      return answer(member, await begin(room, member, fileName), fileName)
    }
    if (!isHost(member)) return answer(member, 'forbidden', undefined)
    const { recording } = room
    if (!recording) return answer(member, 'none', undefined)
    await end(room, null)
    answer(member, undefined, recording.fileName)
  }

  const watch = setInterval(() => {
    for (const room of recorded) {
      const { recording, tenantId } = room
      if (!recording || recording.ending) continue
      book
        .trouble({ tenantId, folder: recording.folder })
        .then(trouble => (trouble ? end(room, trouble) : undefined))
        .catch(error => log.warn({ err: error }, 'Whether a recording can go on could not be found out'))
    }
  }, WATCH_MS)
  watch.unref()

  return {
    /** A command for recording, as a page sends it in base64. */
    sendText(room: Room, member: Member, text: string): void {
      obey(room, member, text).catch(error => {
        log.error({ err: error }, 'A recording of a conference failed')
        answer(member, 'failed', undefined)
      })
    },
    /** Somebody came in, who was not in before. */
    joined(room: Room, member: Member): void {
      if (!room.recording) return
      ask(room, member)
      arrive(room, member)
      send(room)
    },
    /** Somebody came back, by another line. */
    returned(room: Room, member: Member): void {
      if (!room.recording) return
      ask(room, member)
      send(room)
    },
    left(room: Room, member: Member): void {
      if (!room.recording) return
      note(room, 'leave', member)
      if (room.members.size === 0) this.end(room)
      else send(room)
    },
    /** What somebody lets out, or whether they agree, is another than before. */
    changed(room: Room, member: Member): void {
      if (!room.recording) return
      if (member.consent === false) decline(room, member)
      const { showing } = room.recording
      if (member.screen !== showing.has(userNameOf(member))) {
        if (member.screen) showing.add(userNameOf(member))
        else showing.delete(userNameOf(member))
        note(room, 'layout', member)
      }
      send(room)
    },
    spoke(room: Room, names: readonly string[]): void {
      const { recording } = room
      if (!recording) return
      closeTurns(room, new Set(names))
      for (const name of names) {
        const member = room.members.get(name)
        if (member?.consent === true && !recording.speaking.has(name))
          recording.speaking.set(name, { displayName: member.displayName, since: now() })
      }
    },
    end(room: Room): void {
      end(room, null).catch(error => log.error({ err: error }, 'A recording could not be ended'))
    },
    onTrouble(id: string, trouble: 'diskFull' | 'broken'): void {
      for (const room of recorded)
        if (String(room.recording?.id) === id)
          end(room, trouble).catch(error => log.error({ err: error }, 'A recording could not be ended'))
    },
    /** Media have begun anew: so do the files. */
    onRestarted(): void {
      for (const room of recorded) send(room)
    },
    async stop(): Promise<void> {
      clearInterval(watch)
      await Promise.allSettled([...recorded].map(room => end(room, null)))
    },
  }
}

function parsed(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}
