// What the house asks of whoever runs the SIM cards. One port, an embedded carrier behind it, or a real one's gateway.
import type { SimOrderKind, SimState } from '../../../src/domain/billing/sim-card.ts'

export interface CarrierState {
  state: SimState
  /** Epoch milliseconds; null: not used yet, or not told. */
  activatedAt: number | null
}

export interface CarrierUsage {
  /** Since the card was activated. */
  totalMegabytes: number
  lastUsedAt: number | null
}

export interface CarrierRequest {
  /** Ours; the carrier takes an order of the same number once, so that sending it again is safe. */
  number: string
  kind: SimOrderKind
  /** ICCID or phone number. */
  subject: string
  /** Fen. */
  amount: number | null
}

export type Taking = { taken: true } | { taken: false; reason: string }
export type Outcome =
  | { state: 'working' }
  | { state: 'done' }
  | { state: 'refused'; reason: string }
  /** It never arrived. */
  | { state: 'unknown' }

/** Every call is a batch of at most `most`; what an answer leaves out, the carrier does not know. */
export interface CarrierPort {
  readonly most: number
  states(iccids: readonly string[]): Promise<ReadonlyMap<string, CarrierState>>
  usage(iccids: readonly string[]): Promise<ReadonlyMap<string, CarrierUsage>>
  /** Hands orders over; what becomes of them is told by `outcomes` later. By their numbers. */
  order(requests: readonly CarrierRequest[]): Promise<ReadonlyMap<string, Taking>>
  outcomes(numbers: readonly string[]): Promise<ReadonlyMap<string, Outcome>>
}

export type CarrierFault = 'timeout' | 'unreachable' | 'http' | 'signature' | 'answer' | 'refused'

/** The carrier could not be spoken with, or not understood. Nothing is known of what it has done. */
export class CarrierProblem extends Error {
  readonly fault: CarrierFault
  constructor(fault: CarrierFault, detail: string) {
    super(`${fault}: ${detail}`)
    this.name = 'CarrierProblem'
    this.fault = fault
  }
}

/** Reasons that have words in every language; carriers may say something else in words of their own. */
export const carrierReasons = {
  notAllowed: 'state.transition',
  realName: 'realNameMissing',
  arrears: 'arrears',
  noAnswer: 'noAnswer',
  unreachable: 'unreachable',
  unknownCard: 'unknownCard',
} as const
