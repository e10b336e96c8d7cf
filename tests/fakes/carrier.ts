// A carrier that does what a test says, at once.

import {
  type CarrierPort,
  CarrierProblem,
  type CarrierRequest,
  type CarrierUsage,
  type Outcome,
} from '../../server/modules/sim-cards/carrier.ts'
import type { SimState } from '../../src/domain/billing/sim-card.ts'

export interface FakeCarrier extends CarrierPort {
  cards: Map<string, SimState>
  used: Map<string, CarrierUsage>
  /** Every order that arrived, also the same one again. */
  arrived: CarrierRequest[]
  /** What becomes of the next orders, by subject; done unless said otherwise. */
  fate: Map<string, Outcome>
  /** Refused at the counter, by subject. */
  turnedAway: Map<string, string>
  /** Calls that fail before anything happens. */
  down: boolean
  /** The answer to an order is lost after it was taken. */
  losesAnswers: boolean
}

export function createFakeCarrier(): FakeCarrier {
  const orders = new Map<string, CarrierRequest>()
  const reach = () => {
    if (carrier.down) throw new CarrierProblem('unreachable', 'a test')
  }
  const carrier: FakeCarrier = {
    most: 100,
    cards: new Map(),
    used: new Map(),
    arrived: [],
    fate: new Map(),
    turnedAway: new Map(),
    down: false,
    losesAnswers: false,
    states: async iccids => {
      reach()
      return new Map(
        iccids.flatMap(iccid => {
          const state = carrier.cards.get(iccid)
          return state ? [[iccid, { state, activatedAt: null }] as const] : []
        }),
      )
    },
    usage: async iccids => {
      reach()
      return new Map(
        iccids.flatMap(iccid => {
          const usage = carrier.used.get(iccid)
          return usage ? [[iccid, usage] as const] : []
        }),
      )
    },
    order: async requests => {
      reach()
      carrier.arrived.push(...requests)
      for (const request of requests)
        if (!carrier.turnedAway.has(request.subject)) orders.set(request.number, request)
      if (carrier.losesAnswers) throw new CarrierProblem('timeout', 'a test')
      return new Map(
        requests.map(({ number, subject }) => {
          const reason = carrier.turnedAway.get(subject)
          return [number, reason === undefined ? { taken: true } : { taken: false, reason }] as const
        }),
      )
    },
    outcomes: async numbers => {
      reach()
      return new Map(
        numbers.map(number => {
          const order = orders.get(number)
          return [
            number,
            order ? (carrier.fate.get(order.subject) ?? { state: 'done' }) : { state: 'unknown' },
          ] as const
        }),
      )
    },
  }
  return carrier
}
