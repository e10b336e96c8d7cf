// The calls' part of the environment: who carries them, and how they get across networks.
import * as z from 'zod/mini'
import { type Complain, list, type Read } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const callTable = {
  agoraAppId: {
    name: 'AGORA_APP_ID',
    fallback: '',
    meaning: 'Calls run over Agora with this application; without it over the built-in line',
    schema: z.string().check(z.regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits')),
  },
  agoraCertificate: {
    name: 'AGORA_CERTIFICATE',
    fallback: '',
    meaning: 'Certificate of the Agora application, for its tokens',
    schema: z.string().check(z.regex(/^[0-9a-f]{32}$/i, 'must be 32 hexadecimal digits')),
  },
  iceServers: {
    name: 'ICE_SERVERS',
    fallback: '',
    meaning: 'STUN and TURN servers for calls across networks, separated by commas (`turn:host:3478`)',
    schema: list,
  },
  turnSecret: {
    name: 'TURN_SECRET',
    fallback: '',
    meaning: 'Shared secret of the TURN servers (coturn’s static-auth-secret), for passwords that expire',
    schema: z.string(),
  },
} as const

export interface CallConfig {
  /** Both or none. */
  agora: { appId: string; certificate: string } | undefined
  iceServers: string[]
  turnSecret: string | undefined
}

export function readCalls(read: Read, complain: Complain): CallConfig {
  const appId = read(callTable.agoraAppId)
  const certificate = read(callTable.agoraCertificate)
  if ((appId === undefined) !== (certificate === undefined))
    complain('AGORA_APP_ID and AGORA_CERTIFICATE: give both or none')
  return {
    agora: appId && certificate ? { appId, certificate } : undefined,
    iceServers: read(callTable.iceServers) ?? [],
    turnSecret: read(callTable.turnSecret),
  }
}
