// What the devices of one tenant may say together. Beyond it readings and positions wait, or are refused; whatever tells
// of danger or of a call never does.
import type { Fate, Message } from './device-budget.ts'
import type { RefusedMessages, Weigh } from './ports.ts'

/** Nothing waits longer: what would is not acknowledged, and comes again. */
const MOST_WAIT_MS = 60_000
/** Of one device; who keeps to a window of such a size loses nothing. */
const MOST_HELD_OF_A_DEVICE = 32
const MOST_HELD = 5_000
/** However much its tenant says, so often a device is heard: its silence is an alarm. */
const HEARD_MS = 30_000
/** So long a device may go on before its connection is closed. */
const CLOSE_MS = 5_000
/** One line of the log, and one sample among the refused messages, for all of so long. */
const TELL_MS = 60_000
const TIDY_AT = 1_000

interface Held {
  costs: boolean
  go(): void
}

interface Account {
  left: number
  at: number
  held: Held[]
  timer: NodeJS.Timeout | undefined
  toldAt: number
}

interface Speaker {
  heardAt: number
  held: number
  closing: boolean
}

/** What was counted of a tenant since it was last asked for. */
export interface Traffic {
  tenantId: number
  stored: number
  slowed: number
  refused: number
}

export interface TenantQuota {
  /** Rejects when the message could not be stored now. */
  pass(message: Message, take: () => Promise<void>): Promise<Fate>
  /** Since the start, and how many wait now. */
  counts(): { slowed: number; refused: number; waiting: number }
  /** Takes what was counted by tenant. */
  collect(): Traffic[]
  stop(): void
}

export function createTenantQuota(options: {
  tenantOf(imei: string): number | undefined
  /** Messages a minute; undefined: no bounds. */
  quotaOf(tenantId: number): number | undefined
  /** How long a message may wait. It is looked into only where there is no room for it. */
  weigh: Weigh
  refusals: RefusedMessages
  now: () => number
}): TenantQuota {
  const { tenantOf, quotaOf, weigh, refusals, now } = options
  const accounts = new Map<number, Account>()
  const speakers = new Map<string, Speaker>()
  let counted = new Map<number, Traffic>()
  const all = { slowed: 0, refused: 0 }
  let waiting = 0
  let tidyAt = TIDY_AT

  const count = (tenantId: number, what: 'stored' | 'slowed' | 'refused') => {
    const traffic = counted.get(tenantId) ?? { tenantId, stored: 0, slowed: 0, refused: 0 }
    traffic[what]++
    counted.set(tenantId, traffic)
    if (what !== 'stored') all[what]++
  }
  const accountOf = (tenantId: number, perMinute: number) => {
    const at = now()
    const account = accounts.get(tenantId) ?? { left: perMinute, at, held: [], timer: undefined, toldAt: 0 }
    accounts.set(tenantId, account)
    // A minute's worth may come at once.
    account.left = Math.min(perMinute, account.left + (Math.max(0, at - account.at) / 60_000) * perMinute)
    account.at = at
    return account
  }
  const speakerOf = (imei: string) => {
    const known = speakers.get(imei)
    if (known) return known
    if (speakers.size >= tidyAt) {
      for (const [name, { held, closing, heardAt }] of speakers)
        if (held === 0 && !closing && now() - heardAt > HEARD_MS) speakers.delete(name)
      tidyAt = Math.max(TIDY_AT, speakers.size * 2)
    }
    const speaker = { heardAt: Number.NEGATIVE_INFINITY, held: 0, closing: false }
    speakers.set(imei, speaker)
    return speaker
  }

  /** Lets those go whose turn has come, in the order in which they came. */
  const release = (tenantId: number) => {
    const perMinute = quotaOf(tenantId)
    const account = accountOf(tenantId, perMinute ?? 1)
    account.timer = undefined
    for (let [first] = account.held; first; [first] = account.held) {
      if (perMinute !== undefined && first.costs && account.left < 1) break
      account.held.shift()
      waiting--
      if (first.costs) account.left--
      first.go()
    }
    if (account.held.length > 0 && perMinute !== undefined) wait(tenantId, account, perMinute)
  }
  const wait = (tenantId: number, account: Account, perMinute: number) => {
    account.timer ??= setTimeout(
      () => release(tenantId),
      Math.max(1, Math.ceil(((1 - account.left) / perMinute) * 60_000)),
    )
  }
  const store = async (tenantId: number, take: () => Promise<void>): Promise<Fate> => {
    await take()
    count(tenantId, 'stored')
    return 'stored'
  }
  const refuse = (tenantId: number, account: Account, speaker: Speaker, message: Message): Fate => {
    count(tenantId, 'refused')
    if (now() - account.toldAt > TELL_MS) {
      account.toldAt = now()
      const { imei, topic, payload } = message
      refusals.add({ imei, tenantId, topic, reason: 'quota', sample: payload })
    }
    // What is not acknowledged comes again after reconnecting.
    if (message.qos > 0 && message.close && !speaker.closing) {
      speaker.closing = true
      setTimeout(() => {
        speaker.closing = false
        message.close?.()
      }, CLOSE_MS).unref()
    }
    return 'dropped'
  }
  const hold = (account: Account, tenantId: number, perMinute: number, imei: string, costs: boolean) =>
    new Promise<void>(resolve => {
      const speaker = speakerOf(imei)
      speaker.held++
      waiting++
      account.held.push({
        costs,
        go: () => {
          speaker.held--
          resolve()
        },
      })
      wait(tenantId, account, perMinute)
    })

  return {
    pass: async (message, take) => {
      const { imei, qos, payload } = message
      const tenantId = tenantOf(imei)
      if (tenantId === undefined) {
        await take()
        return 'stored'
      }
      const perMinute = quotaOf(tenantId)
      if (perMinute === undefined) return store(tenantId, take)
      const account = accountOf(tenantId, perMinute)
      const speaker = speakerOf(imei)
      if (account.left >= 1 && account.held.length === 0) {
        account.left--
        speaker.heardAt = now()
        return store(tenantId, take)
      }
      const weight = weigh(imei, payload)
      const isFull = speaker.held >= MOST_HELD_OF_A_DEVICE
      if (weight === 'urgent') return store(tenantId, take)
      if (weight === 'inOrder') {
        // It costs nothing; a goodbye that overtakes what was said before would leave its device online.
        if (speaker.held > 0 && !isFull) await hold(account, tenantId, perMinute, imei, false)
        return store(tenantId, take)
      }
      if (speaker.held === 0 && now() - speaker.heardAt >= HEARD_MS) {
        speaker.heardAt = now()
        account.left = Math.max(account.left - 1, -perMinute)
        return store(tenantId, take)
      }
      const ahead = account.held.length + 1 - account.left
      const tooLong = (ahead / perMinute) * 60_000 > MOST_WAIT_MS
      const noRoom = tooLong || isFull || account.held.length >= MOST_HELD
      if (qos === 0 || !message.close || speaker.closing || noRoom)
        return refuse(tenantId, account, speaker, message)
      count(tenantId, 'slowed')
      await hold(account, tenantId, perMinute, imei, true)
      speaker.heardAt = now()
      return store(tenantId, take)
    },
    counts: () => ({ ...all, waiting }),
    collect: () => {
      const traffic = [...counted.values()]
      counted = new Map()
      return traffic
    },
    stop: () => {
      for (const account of accounts.values()) clearTimeout(account.timer)
    },
  }
}
