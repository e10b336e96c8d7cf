// Who connects: a person with the ticket of a session, or a device with its own secret.
import { createHash } from 'node:crypto'
import { MINUTE_MS } from '../../src/domain/durations.ts'
import { IMEI } from '../../src/domain/limits.ts'
import { createSecretCheck, orderKeyOf, secretShown } from '../device-secret.ts'
import type { Live } from '../person.ts'
import { clientIdFits, isWellFormed, type Peer } from './access.ts'
import type { Presented } from './certificates.ts'
import { Crowded, createLookups, LOOKUPS, type Lookups } from './lookups.ts'
import type { DeviceDirectory } from './ports.ts'

/** Return codes of MQTT 3.1.1. */
export const CONNACK = { identifier: 2, unavailable: 3, credentials: 4, notAuthorised: 5 } as const

export interface Knock {
  clientId: string
  clean: boolean
  will: { topic: string; retain: boolean } | undefined
  username: string | undefined
  password: string | undefined
  address: string
  /** What the certificate of the connection says, where it has one. */
  presented?: Presented | undefined
}

export type Entry = { peer: Peer } | { refused: number; reason: string }

/** By which name somebody wants to enter: user ids are short numbers, device numbers have ten digits or more. */
export const USER_ID = /^[1-9]\d{0,8}$/
const WINDOW_MS = MINUTE_MS
const MOST_FAILURES = 30
const MOST_SUBJECTS = 20_000
const MOST_RECOGNISED = 50_000
/** Devices that came with the same secret before: a whole fleet may come back at once, and nobody gets in its way. */
const RECOGNISED = { ...LOOKUPS, atOnce: 32, mostWaitingOfAnAddress: 50_000, mostWaiting: 50_000 }

/** Counts failures of a name from an address: a guesser waits, the rightful owner elsewhere does not. */
function createThrottle(now: () => number) {
  let failures = new Map<string, number>()
  let since = now()
  return {
    tooMany: (subject: string) => {
      if (now() - since > WINDOW_MS) {
        failures = new Map()
        since = now()
      }
      return (failures.get(subject) ?? 0) >= MOST_FAILURES
    },
    failed: (subject: string) => {
      const known = failures.get(subject)
      if (known !== undefined || failures.size < MOST_SUBJECTS) failures.set(subject, (known ?? 0) + 1)
    },
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

/** Which secret let which device in, so that it is known again without being looked up. */
function createMemory() {
  const secrets = new Map<string, string>()
  return {
    knows: (imei: string, secret: string) => secrets.get(imei) === digest(secret),
    keep: (imei: string, secret: string) => {
      secrets.delete(imei)
      secrets.set(imei, digest(secret))
      const [oldest] = secrets.keys()
      if (secrets.size > MOST_RECOGNISED && oldest !== undefined) secrets.delete(oldest)
    },
    forget: (imei: string) => void secrets.delete(imei),
  }
}

const isUnknown = (entry: Entry) => 'refused' in entry && entry.reason === 'credentials'

export function createDoorkeeper(options: {
  devices: DeviceDirectory
  verifyTicket(ticket: string, userId: number): Promise<Live | undefined>
  /** Of those who are not known here; shared with whatever else looks people up for strangers. */
  lookups: Lookups
  now: () => number
}) {
  const { devices, verifyTicket, lookups, now } = options
  const secretFits = createSecretCheck()
  const throttle = createThrottle(now)
  const memory = createMemory()
  const recognised = createLookups(now, RECOGNISED)

  const letPersonIn = async (userId: number, knock: Knock): Promise<Entry> => {
    if (!clientIdFits(knock.clientId, { userId })) return { refused: CONNACK.identifier, reason: 'clientId' }
    if (knock.will) return { refused: CONNACK.notAuthorised, reason: 'will' }
    return lookups.run(
      knock.address,
      async () => {
        const live = await verifyTicket(knock.password ?? '', userId)
        if (!live || live.person.accountId !== userId)
          return { refused: CONNACK.credentials, reason: 'credentials' }
        return { peer: { is: 'person', person: live.person, tokenHash: live.tokenHash } }
      },
      isUnknown,
    )
  }

  const judgeDevice = async (imei: string, secret: string): Promise<Entry> => {
    const device = (await devices.find([imei])).get(imei)
    if (!device) return { refused: CONNACK.credentials, reason: 'credentials' }
    // It may have got its first secret a moment ago.
    let known = device.allowed && device.secretHash !== null ? device : await devices.fresh(imei)
    if (!known?.secretHash) return { refused: CONNACK.credentials, reason: 'credentials' }
    let shown = await secretShown(secretFits, known, secret, now())
    if (!shown && known === device) {
      // The secret may have been renewed a moment ago.
      devices.forget([known.id])
      known = (await devices.find([imei])).get(imei)
      shown = known && (await secretShown(secretFits, known, secret, now()))
    }
    if (!known || !shown) return { refused: CONNACK.credentials, reason: 'credentials' }
    // A secret from before there were keys is only known here, while it is shown.
    if (known.kind === 'doorUnit' && !known.hasOrderKey && shown === 'current')
      await devices.learnOrderKey(known, orderKeyOf(secret)).catch(() => {})
    if (!known.allowed) return { refused: CONNACK.notAuthorised, reason: 'disabled' }
    if (shown === 'next') await devices.endOldSecret(known)
    return { peer: { is: 'device', imei, id: known.id } }
  }

  /** Its certificate has proved who it is: whether it may connect is all there is to ask. */
  const judgeCertified = async (imei: string, certifiedUntil: number): Promise<Entry> => {
    const device = (await devices.find([imei])).get(imei)
    if (!device) return { refused: CONNACK.credentials, reason: 'credentials' }
    const known = device.allowed ? device : await devices.fresh(imei)
    if (!known?.allowed) return { refused: CONNACK.notAuthorised, reason: 'disabled' }
    return { peer: { is: 'device', imei, id: known.id, certifiedUntil } }
  }

  const letDeviceIn = async (imei: string, knock: Knock): Promise<Entry> => {
    if (!clientIdFits(knock.clientId, { imei }) || (knock.clientId === '' && !knock.clean))
      return { refused: CONNACK.identifier, reason: 'clientId' }
    const { presented } = knock
    if (presented && 'imei' in presented)
      return recognised.run(knock.address, () => judgeCertified(imei, presented.until), isUnknown)
    const secret = knock.password ?? ''
    const lane = memory.knows(imei, secret) ? recognised : lookups
    const entry = await lane.run(knock.address, () => judgeDevice(imei, secret), isUnknown)
    if ('peer' in entry) memory.keep(imei, secret)
    else if (lane === recognised) memory.forget(imei)
    return entry
  }

  return async (knock: Knock): Promise<Entry> => {
    const { presented } = knock
    const certified = presented && 'imei' in presented ? presented.imei : undefined
    const name = knock.username || certified || ''
    if (presented && 'refused' in presented)
      return { refused: CONNACK.notAuthorised, reason: `certificate.${presented.refused}` }
    if (certified !== undefined && name !== certified)
      return { refused: CONNACK.notAuthorised, reason: 'certificate.other' }
    const isDevice = IMEI.test(name)
    if (!isDevice && !USER_ID.test(name)) return { refused: CONNACK.credentials, reason: 'credentials' }
    const { clientId, will } = knock
    if (clientId !== '' && !isWellFormed(clientId)) return { refused: CONNACK.identifier, reason: 'clientId' }
    if (will && (will.retain || !isWellFormed(will.topic)))
      return { refused: CONNACK.notAuthorised, reason: 'will' }
    const subject = `${name} ${knock.address}`
    if (throttle.tooMany(subject)) return { refused: CONNACK.unavailable, reason: 'throttled' }
    try {
      const entry = isDevice ? await letDeviceIn(name, knock) : await letPersonIn(Number(name), knock)
      if (isUnknown(entry)) throttle.failed(subject)
      return entry
    } catch (error) {
      if (error instanceof Crowded) return { refused: CONNACK.unavailable, reason: 'crowded' }
      throw error
    }
  }
}
