// The port through which the server speaks to consoles and devices, whatever broker carries it.
import type { Downlink } from '../src/contract/device-messages.ts'

/**
 * Who may hear a message: people of the tenant whose data scope covers the department (null: whole-tenant scopes only;
 * `any`: whatever their scope, for what names nothing of a department).
 */
export interface Audience {
  tenantId: number
  departmentId: number | null | 'any'
}

/** One device's part of a batch, with who may hear it. */
export interface AudienceItem extends Audience {
  /** In wire form. */
  item: unknown
}

export interface Outlet {
  /**
   * When the device is connected; answers whether somebody took it. At least once; with `qos` 0 at most once, and never
   * kept for later.
   */
  toDevice(imei: string, message: Downlink, qos?: 0 | 1): Promise<boolean>
  /** A device's answer, to the people who listen to that device and are of the audience. In wire form. */
  toAnswers(imei: string, audience: Audience, message: unknown): void
  /** `message` is in wire form. */
  toPerson(userId: number, message: unknown): void
  /** `permission`: what a person must hold to hear it; absent: everybody whom the audience names. */
  toAll(audience: Audience, message: unknown, permission?: string): void
  /** A state batch; every receiver gets the devices of their scope. `head` is the message without its devices. */
  toTenant(tenantId: number, head: Record<string, unknown>, devices: readonly AudienceItem[]): void
}

/** Drops everything; stands in until the broker is up. */
export const silentOutlet: Outlet = {
  toDevice: async () => false,
  toAnswers: () => {},
  toPerson: () => {},
  toAll: () => {},
  toTenant: () => {},
}
