// What each end of a call needs to join it: tokens, and servers that help it through networks.

import { createHmac } from 'node:crypto'
import agora from 'agora-token'
import type { CallProvider, JoinData } from '../../../src/contract/call-signal.ts'
import { Refused } from '../../http/refusal.ts'
import { type CallRow, LONGEST_CALL_MS, RING_MS } from './call-rows.ts'
import type { CallConfig } from './settings.ts'

/**
 * The built-in line asks for no token: who may say a word about a call is known by the session or the door that says it
 * and by the row of the call, at every word. A ring without any token would count as incomplete (real-time
 * specification, section 3), so this stands there; it is no secret and opens nothing.
 */
export const NO_TOKEN = 'built-in'

const SECONDS = 1000
/** A little more than the longest call: nobody is thrown out while talking. */
const JOIN_SECONDS = LONGEST_CALL_MS / SECONDS + 300

// Numbers, because Agora's own clients join by number.
const DOOR_UID = '1'
const RING_UID = '2'
const RESIDENT_UID = '3'
const FIRST_PERSON_UID = 1000

type Line = Pick<CallRow, 'id' | 'channel' | 'provider'>
type Ice = JoinData['iceServers']

export interface CallTokens {
  provider: CallProvider
  /**
   * What a ring carries. With Agora it is good for listening while it rings, and for nothing afterwards. Null tokens where
   * the provider gives none: the door rings all the same, and whoever hears it sees that the data is not valid.
   */
  ofRing(line: Line): {
    appToken: string | null
    appUid: string
    deviceUid: string
    deviceToken: string | null
  }
  /** What the door unit joins with. */
  ofDoor(line: Line): { appId: string | null; uid: string; token: string; iceServers: Ice }
  ofPerson(line: Line, accountId: number, offers: boolean): JoinData
  /** Who of the home has answered: one a call. */
  ofResident(line: Line): JoinData
}

/** Servers that help through networks, with passwords of coturn's REST scheme: the name says until when, the secret proves it. */
export function iceServersFor(
  { iceServers, turnSecret }: Pick<CallConfig, 'iceServers' | 'turnSecret'>,
  who: string,
  { now, seconds }: { now: number; seconds: number },
): Ice {
  const username = `${Math.floor(now / SECONDS) + seconds}:${who}`
  return iceServers.map(url =>
    /^turns?:/.test(url) && turnSecret !== undefined
      ? {
          urls: [url],
          username,
          credential: createHmac('sha1', turnSecret).update(username).digest('base64'),
        }
      : { urls: [url] },
  )
}

export interface CallTokenSettings extends CallConfig {
  now?: () => number
}

function orNull(token: () => string): string | null {
  try {
    return token()
  } catch {
    return null
  }
}

/** Throws `call.providerFailed` where the provider's own builder gives no token. */
export function createCallTokens(settings: CallTokenSettings): CallTokens {
  const { agora: account, now = Date.now } = settings

  const tokenOf = (line: Line, uid: string, seconds: number, publishes: boolean): string => {
    if (line.provider === 'builtIn') return NO_TOKEN
    const { RtcTokenBuilder, RtcRole } = agora
    const token = account
      ? RtcTokenBuilder.buildTokenWithUid(
          account.appId,
          account.certificate,
          line.channel,
          Number(uid),
          publishes ? RtcRole.PUBLISHER : RtcRole.SUBSCRIBER,
          seconds,
          seconds,
        )
      : ''
    // The builder answers nothing at all when it cannot use the account.
    if (!token) throw new Refused('call.providerFailed')
    return token
  }

  const iceFor = (who: string): Ice => iceServersFor(settings, who, { now: now(), seconds: JOIN_SECONDS })

  const appId = account?.appId ?? null
  const joinOf = (line: Line, uid: string, offers: boolean): JoinData => ({
    callId: line.id,
    provider: line.provider,
    appId: line.provider === 'agora' ? appId : null,
    channel: line.channel,
    token: tokenOf(line, uid, JOIN_SECONDS, true),
    uid,
    iceServers: iceFor(uid),
    offers,
  })
  return {
    provider: account ? 'agora' : 'builtIn',
    ofRing: line => ({
      appUid: RING_UID,
      appToken: orNull(() => tokenOf(line, RING_UID, RING_MS / SECONDS, false)),
      deviceUid: DOOR_UID,
      deviceToken: orNull(() => tokenOf(line, DOOR_UID, RING_MS / SECONDS, false)),
    }),
    ofDoor: line => ({
      appId: line.provider === 'agora' ? appId : null,
      uid: DOOR_UID,
      token: tokenOf(line, DOOR_UID, JOIN_SECONDS, true),
      iceServers: iceFor('door'),
    }),
    ofPerson: (line, accountId, offers) => joinOf(line, String(FIRST_PERSON_UID + accountId), offers),
    ofResident: line => joinOf(line, RESIDENT_UID, false),
  }
}

/** The channel of a door: its IMEI and the room, without what Agora does not take in a name. */
export const channelOf = (imei: string, roomNo: string) => `${imei}${roomNo.replace(/[^A-Za-z0-9_-]/g, '-')}`

/** The tokens of an installation. */
export const tokensOf = ({ agora, iceServers, turnSecret }: CallConfig): CallTokens =>
  createCallTokens({ agora, iceServers, turnSecret })
