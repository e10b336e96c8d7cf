// The people's part of the environment: how long sessions live, who may enter, what the console is called.
import * as z from 'zod/mini'
import type { SessionLimits } from '../../../src/domain/access/sign-in-rules.ts'
import { PRODUCT_NAME } from '../../../src/domain/product.ts'
import { address, list, onOff, type Read, whole } from '../../settings/setting.ts'

/** Rows of the table of settings. */
export const sessionTable = {
  sessionIdleMinutes: {
    name: 'SESSION_IDLE_MINUTES',
    fallback: '720',
    meaning: 'A session ends after so long without a call',
    schema: whole(1, 525_600),
  },
  sessionHours: {
    name: 'SESSION_HOURS',
    fallback: '168',
    meaning: 'A session ends after so long in any case',
    schema: whole(1, 8760),
  },
  temporaryPasswordHours: {
    name: 'TEMPORARY_PASSWORD_HOURS',
    fallback: '72',
    meaning:
      'A password that somebody else made for a person lasts so long; its one use is to choose an own one',
    schema: whole(1, 720),
  },
  menuHosts: {
    name: 'MENU_HOSTS',
    fallback: '',
    meaning:
      'Host names whose menu leaves out the mall and advertising, and calls the site dashboard “Quality-control platform”',
    schema: list,
  },
  siteName: {
    name: 'SITE_NAME',
    fallback: PRODUCT_NAME,
    meaning: 'Name that the login screen and the browser show',
    schema: z.string().check(z.maxLength(60, 'must have at most 60 characters')),
  },
  visitors: {
    name: 'VISITORS',
    fallback: 'as DEMO',
    meaning: 'People without an account may enter as visitors, read-only',
    schema: onOff,
  },
  mallUrl: {
    name: 'MALL_URL',
    fallback: '',
    meaning: 'Address of the official mall in the header menu',
    schema: address('http', 'https'),
  },
  upgradeUrl: {
    name: 'UPGRADE_URL',
    fallback: '',
    meaning: 'Address behind “upgrade enterprise” in the header menu',
    schema: address('http', 'https'),
  },
} as const

export interface SessionConfig {
  sessionIdleMinutes: number
  sessionHours: number
  temporaryPasswordHours: number
  menuHosts: string[]
  siteName: string
  visitors: boolean
  mallUrl: string | undefined
  upgradeUrl: string | undefined
}

export type LimitConfig = Pick<SessionConfig, 'sessionIdleMinutes' | 'sessionHours'>

/** How long sessions live here at most. */
export const limitsOfInstallation = (config: LimitConfig): SessionLimits => ({
  idleMinutes: config.sessionIdleMinutes,
  sessionHours: config.sessionHours,
})

export function readSessions(read: Read, { demo }: { demo: boolean }): SessionConfig {
  const table = sessionTable
  return {
    sessionIdleMinutes: read(table.sessionIdleMinutes) ?? 720,
    sessionHours: read(table.sessionHours) ?? 168,
    temporaryPasswordHours: read(table.temporaryPasswordHours) ?? 72,
    menuHosts: read(table.menuHosts) ?? [],
    siteName: read(table.siteName) ?? PRODUCT_NAME,
    visitors: read(table.visitors) ?? demo,
    mallUrl: read(table.mallUrl),
    upgradeUrl: read(table.upgradeUrl),
  }
}
