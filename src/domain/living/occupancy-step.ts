// What becomes of an occupancy: asked for, reviewed, lived in, over.
import * as z from 'zod/mini'

export const occupancyState = z.enum(['applied', 'active', 'ended', 'rejected'])
export type OccupancyState = z.output<typeof occupancyState>

export const occupancyRole = z.enum(['owner', 'tenant', 'family'])
export type OccupancyRole = z.output<typeof occupancyRole>

export type OccupancyStep = 'approve' | 'reject' | 'end' | 'expire'

const steps: Record<OccupancyState, Partial<Record<OccupancyStep, OccupancyState>>> = {
  applied: { approve: 'active', reject: 'rejected' },
  active: { end: 'ended', expire: 'ended' },
  ended: {},
  rejected: {},
}

/** The state after a step; undefined where there is no such step. */
export const occupancyAfter = (state: OccupancyState, step: OccupancyStep): OccupancyState | undefined =>
  steps[state][step]

export interface Stay {
  fromDay: string
  untilDay?: string | null | undefined
}

/** What is wrong with the days of a stay: a lease that ends before it starts, or that is over before it is reviewed. */
export function stayFlaw({ fromDay, untilDay }: Stay, today: string): 'ends before' | 'over' | undefined {
  if (untilDay == null) return undefined
  if (untilDay < fromDay) return 'ends before'
  return untilDay < today ? 'over' : undefined
}
