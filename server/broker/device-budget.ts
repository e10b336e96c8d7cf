// What one device may say: generous, and bounded, so that one that has lost its mind takes nothing from the others.
// An emergency has a lane of its own. It is never refused: who waits for acknowledgements gets each of them stored, in
// its turn; of a flood that nobody waits for, the same one again and again is the same emergency.
import type { AlarmType } from '../../src/domain/alarm/alarm-types.ts'
import type { Log } from '../log.ts'
import type { Peek, RefusedMessages } from './ports.ts'

/** So many seconds' worth may come at once: what a device has kept while it had no network. */
const AT_ONCE_SECONDS = 100
/** Messages of a device that may wait for their turn; who keeps to a window of such a size loses nothing. */
const MOST_HELD = 32
/** The same of all devices together that are behind another broker: there they share one window. */
const MOST_HELD_BEHIND = 200
/** So long emergencies are still looked for in a flood before its connection is closed. */
const CLOSE_MS = 5_000
/** Emergencies of a device that are each stored at once, such as those it has kept without a network. */
const URGENT = { perSecond: 2, atOnce: 60 }
/** Beyond them, at QoS 0, one of a type in such a time. */
const SAME_MS = 1_000
/** Nothing that is told in a longer message is looked for while there is budget. */
const SHORT_BYTES = 4_096
const TIDY_AT = 1_000
const ALARM = '3001'
const NOT_SEEN = { code: '', emergency: undefined }

interface Account {
  left: number
  at: number
  urgentLeft: number
  urgentAt: number
  held: number
  urgentHeld: number
  warned: boolean
  warnedUrgent: boolean
  /** More came than may wait: what has no budget is dropped until the connection is closed. */
  closing: boolean
  /** Made for the first one. */
  emergencies: Map<AlarmType, { stored: Promise<void>; since: number; pending: boolean }> | undefined
}

export interface Message {
  imei: string
  topic: string
  payload: Uint8Array
  qos: 0 | 1 | 2
  /** Closes the connection that it came by. Nobody behind another broker can be closed, or made to wait. */
  close?: () => void
}

/** `stored`: acknowledge it. `dropped`: do not, and go on. */
export type Fate = 'stored' | 'dropped'

export interface DeviceBudget {
  /** Rejects when the message could not be stored now. */
  spend(message: Message, take: () => Promise<void>): Promise<Fate>
  /** Messages that were dropped, and emergencies that were told once for several. */
  counts(): { dropped: number; folded: number }
}

/** What one device may say, then what its tenant may. */
export const bothOf = (
  budget: Pick<DeviceBudget, 'spend'>,
  quota: { pass: DeviceBudget['spend'] },
): Pick<DeviceBudget, 'spend'> => ({
  spend: async (message, take) => {
    let fate: Fate = 'stored'
    const own = await budget.spend(message, async () => {
      fate = await quota.pass(message, take)
    })
    return own === 'dropped' ? own : fate
  },
})

export function createDeviceBudget(options: {
  /** 0: no bounds. */
  perSecond: number
  refusals: RefusedMessages
  peek: Peek
  log: Log
  now: () => number
}): DeviceBudget {
  const { perSecond, refusals, peek, log, now } = options
  const atOnce = perSecond * AT_ONCE_SECONDS
  const accounts = new Map<string, Account>()
  let dropped = 0
  let folded = 0
  let heldBehind = 0
  let tidyAt = TIDY_AT

  const refill = (account: Account) => {
    const at = now()
    const passed = (since: number) => Math.max(0, at - since) / 1000
    account.left = Math.min(atOnce, account.left + passed(account.at) * perSecond)
    account.urgentLeft = Math.min(
      URGENT.atOnce,
      account.urgentLeft + passed(account.urgentAt) * URGENT.perSecond,
    )
    account.at = at
    account.urgentAt = at
    if (account.left > atOnce / 2) account.warned = false
    if (account.urgentLeft > URGENT.atOnce / 2) account.warnedUrgent = false
  }
  /** Accounts that are full again say nothing. */
  const tidy = () => {
    if (accounts.size < tidyAt) return
    for (const [imei, account] of accounts) {
      refill(account)
      const full = account.left >= atOnce && account.urgentLeft >= URGENT.atOnce
      if (full && account.held + account.urgentHeld === 0 && !account.closing) accounts.delete(imei)
    }
    tidyAt = Math.max(TIDY_AT, accounts.size * 2)
  }
  const accountOf = (imei: string) => {
    const known = accounts.get(imei)
    if (known) {
      refill(known)
      return known
    }
    tidy()
    const at = now()
    const account: Account = {
      left: atOnce,
      at,
      urgentLeft: URGENT.atOnce,
      urgentAt: at,
      held: 0,
      urgentHeld: 0,
      warned: false,
      warnedUrgent: false,
      closing: false,
      emergencies: undefined,
    }
    accounts.set(imei, account)
    return account
  }

  const tell = ({ imei, topic, payload }: Message, reason: string) => {
    refusals.add({ imei, tenantId: null, topic, reason, sample: payload })
    log.warn({ imei, reason }, 'A device says more than its budget')
  }
  const drop = (account: Account, message: Message): Fate => {
    dropped++
    if (!account.warned) tell(message, 'budget')
    account.warned = true
    return 'dropped'
  }

  const storeUrgent = (account: Account, type: AlarmType, take: () => Promise<void>) => {
    const stored = take()
    const emergency = { stored, since: now(), pending: true }
    account.emergencies ??= new Map()
    const { emergencies } = account
    emergencies.set(type, emergency)
    stored.then(
      () => {
        emergency.pending = false
      },
      () => {
        // What was not stored stands for nothing.
        if (emergencies.get(type) === emergency) emergencies.delete(type)
      },
    )
    return stored
  }
  const tellUrgent = (account: Account, message: Message) => {
    if (!account.warnedUrgent) tell(message, 'budget.emergency')
    account.warnedUrgent = true
  }
  const takeUrgent = async (
    account: Account,
    type: AlarmType,
    message: Message,
    take: () => Promise<void>,
  ): Promise<Fate> => {
    if (account.urgentLeft >= 1) {
      account.urgentLeft--
      await storeUrgent(account, type, () => orGiveBack(account, 'urgentLeft', take))
      return 'stored'
    }
    tellUrgent(account, message)
    const mayWait =
      message.close !== undefined || (account.urgentHeld < MOST_HELD && heldBehind < MOST_HELD_BEHIND)
    if (message.qos > 0 && mayWait) return holdUrgent(account, type, message, take)
    const same = account.emergencies?.get(type)
    if (same && (same.pending || now() - same.since < SAME_MS)) {
      folded++
      await same.stored
    } else await storeUrgent(account, type, take)
    return 'stored'
  }

  /** What was not stored comes again, and has cost nothing. */
  const orGiveBack = async (account: Account, of: 'left' | 'urgentLeft', take: () => Promise<void>) => {
    try {
      await take()
    } catch (error) {
      account[of]++
      throw error
    }
  }
  /** Its turn comes as the budget grows. */
  const turn = (left: number, perSecond: number) =>
    new Promise(resolve => setTimeout(resolve, (-left / perSecond) * 1000))
  const hold = async (account: Account, take: () => Promise<void>): Promise<Fate> => {
    account.left--
    account.held++
    await turn(account.left, perSecond)
    account.held--
    await orGiveBack(account, 'left', take)
    return 'stored'
  }
  const holdUrgent = async (
    account: Account,
    type: AlarmType,
    message: Message,
    take: () => Promise<void>,
  ): Promise<Fate> => {
    if (account.urgentHeld >= MOST_HELD) return overflow(account, message)
    const behind = message.close ? 0 : 1
    account.urgentLeft--
    account.urgentHeld++
    heldBehind += behind
    await turn(account.urgentLeft, URGENT.perSecond)
    account.urgentHeld--
    heldBehind -= behind
    await storeUrgent(account, type, () => orGiveBack(account, 'urgentLeft', take))
    return 'stored'
  }
  /** Whoever waits for acknowledgements never gets here. What is not acknowledged comes again after reconnecting. */
  const overflow = (account: Account, message: Message): Fate => {
    if (!account.closing) {
      account.closing = true
      setTimeout(() => {
        account.closing = false
        message.close?.()
      }, CLOSE_MS).unref()
    }
    return drop(account, message)
  }

  return {
    spend: async (message, take) => {
      const account = perSecond === 0 ? undefined : accountOf(message.imei)
      if (!account) {
        await take()
        return 'stored'
      }
      const rich = account.left >= 1
      const { code, emergency } =
        !rich || message.payload.length <= SHORT_BYTES ? peek(message.payload) : NOT_SEEN
      // A state says other things beside: while there is budget it is stored as it came.
      if (emergency && (code === ALARM || !rich)) return takeUrgent(account, emergency, message, take)
      if (rich) {
        account.left--
        await orGiveBack(account, 'left', take)
        return 'stored'
      }
      if (message.qos === 0 || account.closing || !message.close) return drop(account, message)
      return account.held < MOST_HELD ? hold(account, take) : overflow(account, message)
    },
    counts: () => ({ dropped, folded }),
  }
}
