// Recordings of calls. Sound and picture of a call go from end to end past the server, so the end that records sends what it
// hears, sees and says in pieces; here they are written down in order, as a room's are, and nothing is without the consent that
// the company wants. In memory, as the line is: with this process both end.
import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type CallRecordingMode,
  type CallSide,
  MOST_CALL_TRACKS,
} from '../../../src/domain/intercom/call-recording.ts'
import type { RecordingTrouble } from '../../../src/domain/recordings/recording-trouble.ts'
import type { CallEndPoint } from '../../bus.ts'
import { WHOLE } from '../../db/scoped.ts'
import { isFullDisk } from '../../full-disk.ts'
import { Refused } from '../../http/refusal.ts'
import type { Kernel } from '../../kernel.ts'
import { type RecordingBook, type TrackLine, trackList } from '../recordings/public.ts'
import type { CallRow } from './call-rows.ts'

interface Parts extends Pick<Kernel, 'data' | 'bus' | 'log'> {
  recordings: RecordingBook
  now?: () => number
}

/** One of the two ends, as the files name it. */
interface End {
  at: CallEndPoint
  whose: string
  displayName: string
  imei: string | null
}

interface Asked {
  tenantId: number
  otherName: string
  by: number
  other: CallEndPoint
  agreed: boolean
}

interface Track {
  file: string
  next: number
  work: Promise<void>
}

interface Running {
  callId: number
  tenantId: number
  by: number
  mode: CallRecordingMode
  ends: Record<CallSide, End>
  id: number
  folder: string
  since: number
  tracks: Map<number, Track>
  /** When the last piece came. */
  heardAt: number
  /** The call is over: what is on its way may still come. */
  over: boolean
  ending: Promise<void> | undefined
}

export interface Piece {
  callId: number
  track: number
  piece: number
  kind: 'audio' | 'video'
  side: CallSide
  beginMs: number
  path: string
}

const WATCH_MS = 1_000
/** Disk and quota are looked at so often. */
const TROUBLE_MS = 5_000
/** So long after its last piece a recording whose call is over has come whole, or never will. */
const LATE_MS = 10_000
/** So long without a piece nobody records any more: the console has gone. */
const SILENT_MS = 60_000
const WEBM = Buffer.from('1a45dfa3', 'hex')

export type CallRecordings = ReturnType<typeof createCallRecordings>

export function createCallRecordings({ data, bus, log, recordings: book, now = Date.now }: Parts) {
  const asked = new Map<number, Asked>()
  const running = new Map<number, Running>()
  const beginning = new Set<number>()
  let lookedAt = now()

  const same = (one: CallEndPoint, other: CallEndPoint) =>
    'imei' in one
      ? 'imei' in other && one.imei === other.imei
      : 'accountId' in other && one.accountId === other.accountId
  const failed = (error: unknown) => log.error({ err: error }, 'A recording of a call could not be ended')

  const end = (one: Running, trouble: RecordingTrouble | null): Promise<void> => {
    one.ending ??= (async () => {
      const at = now()
      await Promise.all([...one.tracks.values()].map(({ work }) => work))
      try {
        await book.end(one.id, { at, trouble, imeis: one.ends.other.imei ? [one.ends.other.imei] : [] })
      } finally {
        running.delete(one.callId)
        for (const { at: to } of Object.values(one.ends))
          bus.emit('call.said', { callId: one.callId, to, word: { is: 'off', trouble } })
      }
    })()
    return one.ending
  }

  const begin = async (
    call: CallRow,
    person: { accountId: number; name: string },
    other: CallEndPoint,
    mode: CallRecordingMode,
  ): Promise<'asked' | 'on'> => {
    if (mode === 'off') throw new Refused('call.recordingOff')
    const before = running.get(call.id)
    if (before && !before.ending) {
      if (before.by !== person.accountId) throw new Refused('call.recorded')
      return 'on'
    }
    if (before || beginning.has(call.id)) throw new Refused('call.recorded')
    const question = asked.get(call.id)
    if (mode === 'agreed' && !(question?.agreed && question.by === person.accountId)) {
      asked.set(call.id, {
        by: person.accountId,
        other,
        agreed: false,
        tenantId: call.tenantId,
        otherName: endsOf(call, person, other).other.displayName,
      })
      bus.emit('call.said', { callId: call.id, to: other, word: { is: 'asked' } })
      return 'asked'
    }
    beginning.add(call.id)
    try {
      const ends = endsOf(call, person, other)
      const since = now()
      const begun = await book.begin({
        tenantId: call.tenantId,
        source: 'call',
        callId: call.id,
        deviceId: call.deviceId,
        name: nameOf(call),
        fileName: `web_${since}`,
        userId: person.accountId,
        userName: person.name,
      })
      if (typeof begun === 'string') throw new Refused(`recording.${begun}`)
      asked.delete(call.id)
      const one: Running = {
        ...begun,
        callId: call.id,
        tenantId: call.tenantId,
        by: person.accountId,
        mode,
        ends,
        since,
        tracks: new Map(),
        heardAt: since,
        over: false,
        ending: undefined,
      }
      running.set(call.id, one)
      book.expect(one.folder)
      for (const { whose, displayName } of Object.values(ends))
        book.note(one.folder, { kind: 'join', atMs: 0, untilMs: null, whose, displayName })
      bus.emit('call.said', { callId: call.id, to: other, word: { is: 'on', agreed: mode === 'agreed' } })
      return 'on'
    } finally {
      beginning.delete(call.id)
    }
  }

  const write = async (one: Running, track: Track, path: string) => {
    try {
      await appendFile(join(one.folder, track.file), await readFile(path), { mode: 0o600 })
    } catch (error) {
      log.warn({ err: error, recording: one.id }, 'A piece of a recorded call could not be written')
      // Not awaited: the end waits for this very piece.
      end(one, isFullDisk(error) ? 'diskFull' : 'broken').catch(failed)
      throw new Refused('call.notRecorded')
    }
  }
  const open = async (one: Running, { kind, side, beginMs, track, path }: Piece): Promise<Track> => {
    if (one.tracks.size >= MOST_CALL_TRACKS) throw new Refused('call.notRecorded')
    if (!(await readFile(path)).subarray(0, WEBM.length).equals(WEBM))
      throw new Refused('file.type', { field: 'file' })
    const { whose, displayName, imei } = one.ends[side]
    const file = `${one.since}-${String(track).padStart(4, '0')}-${kind}.part.webm`
    const line: TrackLine = {
      is: 'track',
      file,
      kind,
      codec: kind === 'audio' ? 'opus' : 'vp8',
      stay: side === 'own' ? 1 : 2,
      // A console whose clock runs ahead has said nothing that is still to come.
      beginMs: Math.min(beginMs, Math.max(0, now() - one.since)),
      whose,
      displayName,
      imei,
    }
    await appendFile(join(one.folder, trackList), `${JSON.stringify(line)}\n`, { mode: 0o600 })
    const opened: Track = { file, next: 0, work: Promise.resolve() }
    one.tracks.set(track, opened)
    return opened
  }

  /** Pieces of one call come one after the other, whatever their sender does. */
  const lines = new Map<number, Promise<unknown>>()
  const inTurn = <Value>(callId: number, work: () => Promise<Value>): Promise<Value> => {
    const mine = (lines.get(callId) ?? Promise.resolve()).then(work, work)
    lines.set(callId, mine)
    void mine.catch(() => {}).finally(() => lines.get(callId) === mine && lines.delete(callId))
    return mine
  }

  const stops = [
    bus.on('call.consent', ({ callId, from, yes }) => {
      const one = running.get(callId)
      if (one && !yes && one.mode === 'agreed' && same(one.ends.other.at, from)) {
        const { whose, displayName } = one.ends.other
        book.note(one.folder, {
          kind: 'declined',
          atMs: now() - one.since,
          untilMs: null,
          whose,
          displayName,
        })
        end(one, null).catch(failed)
        return
      }
      const question = asked.get(callId)
      if (!question || !same(question.other, from)) return
      question.agreed = yes
      const { tenantId, otherName } = question
      data
        .scoped(WHOLE, async sql =>
          sql.audit({
            tenantId,
            userId: 'accountId' in from ? from.accountId : null,
            userName: otherName,
            address: null,
            action: yes ? 'call.consent' : 'call.decline',
            entity: 'call',
            rowId: callId,
            detail: null,
          }),
        )
        .catch(error => log.warn({ err: error }, 'Who agreed to a recording could not be written down'))
      if (!yes) asked.delete(callId)
      bus.emit('call.said', {
        callId,
        to: { accountId: question.by },
        word: { is: yes ? 'agreed' : 'declined' },
      })
    }),
    bus.on('call.changed', ({ id, state }) => {
      if (state !== 'ended' && state !== 'missed') return
      asked.delete(id)
      const one = running.get(id)
      if (one) {
        one.over = true
        one.heardAt = now()
      }
    }),
  ]

  const look = async () => {
    const at = now()
    const looks = at - lookedAt >= TROUBLE_MS
    if (looks) lookedAt = at
    for (const one of running.values()) {
      if (one.ending) continue
      if (at - one.heardAt > (one.over ? LATE_MS : SILENT_MS)) {
        end(one, one.over ? null : 'interrupted').catch(failed)
        continue
      }
      const trouble = looks ? await book.trouble(one) : undefined
      if (trouble) end(one, trouble).catch(failed)
    }
  }
  const timer = setInterval(() => {
    look().catch(error =>
      log.warn({ err: error }, 'Whether a recording of a call can go on could not be found out'),
    )
  }, WATCH_MS)
  timer.unref()

  return {
    begin,
    /** Takes the next piece; one that was taken before changes nothing. */
    take: (by: number, piece: Piece): Promise<void> =>
      inTurn(piece.callId, async () => {
        const one = running.get(piece.callId)
        if (!one || one.by !== by || one.ending) throw new Refused('call.notRecorded')
        const track = one.tracks.get(piece.track) ?? (piece.piece === 0 ? await open(one, piece) : undefined)
        if (!track || piece.piece > track.next) throw new Refused('upload.missing')
        one.heardAt = now()
        if (piece.piece < track.next) return
        track.next++
        track.work = write(one, track, piece.path)
        const { work } = track
        track.work = work.catch(() => {})
        await work
      }),
    /** By the end that records; for others there is nothing to end. */
    async end(callId: number, by: number): Promise<void> {
      const question = asked.get(callId)
      if (question?.by === by) {
        asked.delete(callId)
        bus.emit('call.said', { callId, to: question.other, word: { is: 'off', trouble: null } })
      }
      const one = running.get(callId)
      if (one?.by === by) await inTurn(callId, () => end(one, null))
    },
    /** What `look` does by the clock. */
    look,
    async stop(): Promise<void> {
      clearInterval(timer)
      for (const stop of stops) stop()
      await Promise.allSettled([...running.values()].map(one => end(one, null)))
    },
  }
}

const nameOf = (call: CallRow): string =>
  call.kind === 'door'
    ? (call.deviceName ?? call.imei ?? '')
    : [call.callerName, call.calleeName].filter(Boolean).join(' – ')

function endsOf(
  call: CallRow,
  person: { accountId: number; name: string },
  other: CallEndPoint,
): Running['ends'] {
  const own = {
    at: { accountId: person.accountId },
    whose: `u${person.accountId}`,
    displayName: person.name,
    imei: null,
  }
  if ('imei' in other)
    return {
      own,
      other: {
        at: other,
        whose: `d${other.imei}`,
        displayName: call.deviceName ?? other.imei,
        imei: other.imei,
      },
    }
  const displayName = (other.accountId === call.callerId ? call.callerName : call.calleeName) ?? ''
  return { own, other: { at: other, whose: `u${other.accountId}`, displayName, imei: null } }
}
