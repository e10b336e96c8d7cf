// What leave needs of others: the calendar that people work by, who goes by their leave, and the bus.
import type { Bus } from '../../bus.ts'
import type { Sql } from '../../db/scoped.ts'
import type { WorkDays } from './calendar.ts'

/** Approved leave of somebody came, went or became shorter; days, both included. */
export interface LeaveChange {
  tenantId: number
  workerId: number
  from: string
  until: string
}

export interface LeavePorts {
  workDays: WorkDays
  bus: Bus
}

export interface SettlingPorts {
  bus: Bus
  /** Told in the transaction that changes it: whoever goes by leave writes down there what they have to do. */
  changed(sql: Sql, change: LeaveChange): Promise<void>
}
