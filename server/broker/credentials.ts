// Who connects: a person with the ticket of a session, or a device with its own secret.
import type { Devices } from '../modules/ingest/devices.ts'
import type { Live } from '../modules/session/sessions.ts'
import { clientIdFits, type Peer } from './access.ts'
import { createSecretCheck, orderKeyOf } from './device-secret.ts'

/** Return codes of MQTT 3.1.1. */
export const CONNACK = { identifier: 2, unavailable: 3, credentials: 4, notAuthorised: 5 } as const

export interface Knock {
  clientId: string
  clean: boolean
  hasWill: boolean
  username: string | undefined
  password: string | undefined
  address: string
}

export type Entry = { peer: Peer } | { refused: number; reason: string }

const WINDOW_MS = 60_000
const MOST_FAILURES = 30
const MOST_SUBJECTS = 50_000

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
      if (failures.size < MOST_SUBJECTS) failures.set(subject, (failures.get(subject) ?? 0) + 1)
    },
  }
}

export function createDoorkeeper(options: {
  devices: Devices
  verifyTicket(ticket: string, userId: number): Promise<Live | undefined>
  now: () => number
}) {
  const { devices, verifyTicket, now } = options
  const secretFits = createSecretCheck()
  const throttle = createThrottle(now)

  const letPersonIn = async (userId: number, knock: Knock): Promise<Entry> => {
    if (!clientIdFits(knock.clientId, { userId })) return { refused: CONNACK.identifier, reason: 'clientId' }
    if (knock.hasWill) return { refused: CONNACK.notAuthorised, reason: 'will' }
    const live = await verifyTicket(knock.password ?? '', userId)
    if (!live || live.person.accountId !== userId)
      return { refused: CONNACK.credentials, reason: 'credentials' }
    return { peer: { is: 'person', person: live.person, tokenHash: live.tokenHash } }
  }

  const letDeviceIn = async (imei: string, knock: Knock): Promise<Entry> => {
    if (!clientIdFits(knock.clientId, { imei }) || (knock.clientId === '' && !knock.clean))
      return { refused: CONNACK.identifier, reason: 'clientId' }
    const device = (await devices.find([imei])).get(imei)
    let known = device?.allowed ? device : await devices.fresh(imei)
    if (!known?.secretHash) return { refused: CONNACK.credentials, reason: 'credentials' }
    let fits = await secretFits(known.secretHash, knock.password ?? '')
    if (!fits && known === device) {
      // The secret may have been renewed a moment ago.
      devices.forget([known.id])
      known = (await devices.find([imei])).get(imei)
      fits = known?.secretHash ? await secretFits(known.secretHash, knock.password ?? '') : false
    }
    if (!known || !fits) return { refused: CONNACK.credentials, reason: 'credentials' }
    // A secret from before there were keys is only known here, while it is shown.
    if (known.kind === 'doorUnit' && !known.hasOrderKey)
      await devices.learnOrderKey(known, orderKeyOf(knock.password ?? '')).catch(() => {})
    if (!known.allowed) return { refused: CONNACK.notAuthorised, reason: 'disabled' }
    return { peer: { is: 'device', imei, id: known.id } }
  }

  /** User ids are short numbers, device numbers have ten digits or more. */
  return async (knock: Knock): Promise<Entry> => {
    const name = knock.username ?? ''
    const subject = `${name} ${knock.address}`
    if (throttle.tooMany(subject)) return { refused: CONNACK.unavailable, reason: 'throttled' }
    const entry = /^\d{10,20}$/.test(name)
      ? await letDeviceIn(name, knock)
      : /^[1-9]\d{0,8}$/.test(name)
        ? await letPersonIn(Number(name), knock)
        : { refused: CONNACK.credentials, reason: 'credentials' }
    if ('refused' in entry && entry.reason === 'credentials') throttle.failed(subject)
    return entry
  }
}
