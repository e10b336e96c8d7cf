// A call in the words of the wire: the ring, what became of it, and what the door unit is told.
import * as z from 'zod/mini'
import type { Downlink } from '../../../src/contract/device-messages.ts'
import {
  callNotice,
  type DirectCall,
  directCall,
  type IncomingCall,
  incomingCall,
} from '../../../src/contract/messages.ts'
import { DEFAULT_ROOM } from '../../../src/domain/intercom/call.ts'
import type { CallRow } from './call-rows.ts'
import type { CallTokens } from './call-tokens.ts'

/** 5081 with everything that a console asks for before it rings. */
export function ringOf(call: CallRow, tokens: CallTokens): IncomingCall {
  return {
    code: '5081',
    type: 'door',
    callId: call.id,
    tenantId: call.tenantId,
    imei: call.imei ?? '',
    deviceName: call.deviceName ?? '',
    channel: call.channel,
    ...tokens.ofRing(call),
    community: call.community,
    building: call.building,
    unit: call.unit,
    roomNo: call.roomNo ?? DEFAULT_ROOM,
    status: call.state,
    pushTime: call.startedAt,
    expiresAt: call.expiresAt,
    provider: call.provider,
  }
}

export function directOf(call: CallRow): DirectCall {
  return {
    code: '5088',
    callId: call.id,
    callerId: call.callerId ?? 0,
    callerName: call.callerName ?? '',
    calleeId: call.calleeId ?? 0,
    pushTime: call.startedAt,
    expiresAt: call.expiresAt,
  }
}

/** Wire forms, for the outlet. */
export const wireRing = (call: CallRow, tokens: CallTokens) => z.encode(incomingCall, ringOf(call, tokens))
export const wireDirect = (call: CallRow) => z.encode(directCall, directOf(call))
export const wireNotice = (call: CallRow) =>
  z.encode(callNotice, {
    code: 'call',
    callId: call.id,
    kind: call.kind,
    imei: call.imei,
    state: call.state,
    answeredById: call.answeredById,
    answeredBy: call.answeredBy,
    endReason: call.endReason,
    unlockedBy: call.unlockedBy,
    at: call.updatedAt,
  })

/** 5085. The door may join only what somebody has answered. */
export function wordToDoor(call: CallRow, tokens: CallTokens): Downlink {
  const { appId, uid, token, iceServers } =
    call.state === 'answered' ? tokens.ofDoor(call) : { appId: null, uid: '', token: '', iceServers: [] }
  return {
    code: '5085',
    callId: call.id,
    state: call.state,
    roomNo: call.roomNo ?? DEFAULT_ROOM,
    by: call.answeredBy,
    reason: call.endReason,
    expiresAt: call.expiresAt,
    provider: call.provider,
    iceServers,
    channel: call.channel,
    appId,
    uid,
    token,
  }
}
