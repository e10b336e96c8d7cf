// The order behind each page of switches.
import type * as z from 'zod/mini'
import type { sendSwitch } from '../../../contract/endpoints/order.ts'
import type { SwitchMode } from '../../../domain/device/command-input.ts'
import type { SwitchVariant } from './switch-words.ts'

type SwitchOrder = z.output<typeof sendSwitch.request>['order']

/** What is sent for a variant; `mode` is absent for locks. */
export function orderOf(variant: SwitchVariant, mode: SwitchMode | undefined): SwitchOrder {
  if (mode !== undefined) return { kind: 'switch', input: { mode } }
  return variant === 'lock' ? { kind: 'lock', input: {} } : { kind: 'unlock', input: {} }
}
