// What the house asks of whoever runs the SIM cards. One port, an embedded carrier behind it, or a real one's gateway.
import type { SimOrderKind, SimState } from '../../../src/domain/billing/sim-card.ts'

export interface CarrierState {
  state: SimState
  /** Epoch milliseconds; null: not used yet, or the carrier does not say. */
  activatedAt: number | null
}

export interface CarrierUsage {
  /** Since the card was activated. */
  totalMegabytes: number
  lastUsedAt: number | null
}

export interface CarrierRequest {
  /** Our number of the order; the carrier executes it once, so sending it again is safe. */
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
  /** The carrier never got the order. */
  | { state: 'unknown' }

/** Every call is a batch of at most `most`; what an answer leaves out, the carrier does not know. */
export interface CarrierPort {
  readonly most: number
  states(iccids: readonly string[]): Promise<ReadonlyMap<string, CarrierState>>
  usage(iccids: readonly string[]): Promise<ReadonlyMap<string, CarrierUsage>>
  /** Hands orders over; answers by their numbers. What becomes of them is asked by `outcomes` later. */
  order(requests: readonly CarrierRequest[]): Promise<ReadonlyMap<string, Taking>>
  outcomes(numbers: readonly string[]): Promise<ReadonlyMap<string, Outcome>>
}

export type CarrierFault = 'timeout' | 'unreachable' | 'http' | 'signature' | 'answer' | 'refused'

/** No answer of the carrier, or none that can be read: it is unknown whether it has done what was asked. */
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
