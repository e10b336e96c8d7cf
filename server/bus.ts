// What happened inside this process, told after the transaction has committed.
import { EventEmitter } from 'node:events'
import type { ConferenceCall, PictureWanted } from '../src/contract/device-messages.ts'
import type { RowsNotice } from '../src/contract/messages.ts'
import type { SpokenAlarm } from '../src/contract/spoken-notices.ts'
import type { alarm } from '../src/domain/alarm/alarm.ts'
import type { AlarmType } from '../src/domain/alarm/alarm-types.ts'
import type { CameraHealth } from '../src/domain/camera/camera.ts'
import type { RowOf } from '../src/domain/entity.ts'
import type { CallKind, CallState } from '../src/domain/intercom/call.ts'
import type { CallRecordingWord } from '../src/domain/intercom/call-recording.ts'
import type { NoticeKind } from '../src/domain/notice/notice.ts'
import type { Audience } from './outlet.ts'

/** What is told beyond the console of an alarm that was just raised. */
export interface RaisedAlarm {
  id: number
  tenantId: number
  departmentId: number | null
  type: AlarmType
  imei: string
  deviceName: string
  wearerName: string | null
  place: string | null
  building: string | null
  unit: string | null
  roomNo: string | null
  raisedAt: number
  /** Raised by somebody to see whether alarms arrive. */
  trial?: boolean | undefined
}

/** An alarm as it is stored, with whose it is. */
export type StoredAlarm = RowOf<typeof alarm> & { tenantId: number }

/** Whom to tell of an alarm by which way; `people` are all of them, by whatever way. */
export interface NotifiedAlarm {
  alarm: StoredAlarm
  why: 'raised' | 'repeated' | 'escalated' | 'assigned'
  people: readonly number[]
  spoken: boolean
  /** How often it has been told, this time included. */
  times: number
  push: readonly number[]
  texts: readonly { accountId: number; phone: string }[]
}

/** One of the two ends of a call. */
export type CallEndPoint = { accountId: number } | { imei: string }

/** Rows of one tenant and department, for whoever looks at them. */
export interface RowsChanged extends Audience {
  entity: RowsNotice['entity']
  rows: RowsNotice['rows']
}

export interface Events {
  'command.queued': { ids: number[]; tenantId: number }
  'command.changed': { ids: number[]; tenantId: number }
  'alarm.changed': { ids: number[]; tenantId: number }
  /** A test window was planned, changed or ended by somebody. */
  'alarmTest.changed': { tenantId: number }
  /** Something has become of text messages of alarms. */
  'text.changed': { tenantId: number }
  'device.changed': {
    ids: number[]
    tenantId: number
    change: 'created' | 'changed' | 'removed' | 'settings' | 'secret'
  }
  /** API keys were made, changed, revoked or removed. */
  'apiKey.changed': { tenantId: number }
  /** The usual limits of a product were changed. */
  'limits.changed': { tenantId: number }
  'task.changed': { id: number; tenantId: number; userId: number }
  /** Devices were handed out, or taken back; the person who asked is told. */
  'allocation.changed': { id: number; tenantId: number; userId: number }
  /** An SOS or another critical alarm has just been stored. */
  'alarm.raised': { alarms: RaisedAlarm[] }
  /** People are to be told of alarms beyond the message centre: by Web Push, aloud, by text message. */
  'alarm.notified': { notifications: NotifiedAlarm[] }
  /** A call rings or has moved on. */
  'call.changed': {
    id: number
    tenantId: number
    departmentId: number | null
    kind: CallKind
    state: CallState
  }
  /** The server says something about recording a call to one of its ends. */
  'call.said': { callId: number; to: CallEndPoint; word: CallRecordingWord }
  /** An end of a call says whether it agrees to be recorded. */
  'call.consent': { callId: number; from: CallEndPoint; yes: boolean }
  /** Devices are called into a conference room, each with what lets it in. */
  'conference.called': { calls: { imei: string; message: ConferenceCall }[] }
  /** Devices that were called are called no more. */
  'conference.calledOff': { imeis: string[]; roomId: string }
  /** People are rung into a conference room. */
  'conference.rung': {
    rings: { accountId: number; ringId: number }[]
    over: boolean
    roomId: string
    roomName: string
    by: string
    until: number
  }
  /** A camera was saved, removed or restored. */
  'camera.changed': { id: number }
  /** A camera that is fetched came, went, or is tried again. */
  'camera.stands': { tenantId: number; departmentId: number | null; health: CameraHealth }
  /** A device's picture is wanted, or no longer. */
  'camera.wanted': { imei: string; message: PictureWanted }
  /** Rows that people judge together came, were judged or changed; `version` null: they are gone. */
  'rows.changed': RowsChanged
  /** Something was ordered of a carrier, or its cards are to be asked again. */
  'sim.ordered': { tenantId: number }
  /** A bill has gone a step, or what it was for has been delivered. */
  'bill.changed': { id: number; userId: number }
  /** What was paid for cannot be delivered: a carrier or a meter has refused for good. */
  'bill.undelivered': { ids: number[]; tenantId: number }
  /** A door unit is to write a card, at once or not at all. */
  'card.ordered': { id: number; tenantId: number }
  /** The door unit that was to write it need not wait any more. */
  'card.cancelled': { id: number; tenantId: number }
  /** Door units should hold another list of cards. */
  'doorList.wanted': { deviceIds: number[]; tenantId: number }
  /** Door units of the tenant should hold another list of adverts. */
  'adverts.wanted': { tenantId: number }
  /** Which units and rooms of the tenant have which door may be another now. */
  'doorPlaces.changed': { tenantId: number }
  /** Rows of the message centre were added for these people; `ids` of those rows, where who added them knows. */
  'notice.added': { tenantId: number; kind: NoticeKind; accountIds: number[]; ids?: number[] }
  /** These people have read, unread or removed some of their rows. */
  'notice.changed': { accountIds: number[] }
  /**
   * Something is to be said aloud. What a person says (`author`) is for everybody in the tenant where no department is
   * named; what nobody wrote follows the scopes of the broker's notices.
   */
  'notice.spoken': {
    tenantId: number
    departmentId: number | null
    /** What a listener must hold, where it takes one. */
    permission?: string
    /** Of those who would hear it, only these. */
    accountIds?: readonly number[]
    msgContent: string
    /** The alarm that is said: it has a line of its own, and each console has its own words for it. */
    alarm?: SpokenAlarm
    author?: string
    at?: number
  }
  /** A card has opened a door, or a device has crossed a fence: it may say where people of this tenant are. */
  'people.seen': { tenantId: number }
  /** Punches of these people were stored, by whatever way. */
  'punch.stored': { tenantId: number; workerIds: number[] }
  /** Days of these people were judged anew. */
  'attendance.judged': { tenantId: number; workerIds: number[] }
  /** Sessions that are over: HTTP refuses them, the broker closes their connections. */
  'session.ended': { tokenHashes: string[]; accountId: number }
  /** Roles, permissions, departments or people changed: whoever caches rights forgets them. */
  'rights.changed': { accountIds?: number[] }
}

export interface Bus {
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void
  /** Answers the function that stops listening. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void
}

/** A bus of one server. A listener that throws hurts neither the others nor the caller. */
export function createBus(onError: (error: unknown, event: string) => void): Bus {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(100)
  return {
    emit: (name, event) => void emitter.emit(name, event),
    on: (name, listener) => {
      const guarded = (event: Parameters<typeof listener>[0]) => {
        try {
          listener(event)
        } catch (error) {
          onError(error, name)
        }
      }
      emitter.on(name, guarded)
      return () => void emitter.off(name, guarded)
    },
  }
}
