// The command behind each page of switches.
import type * as z from 'zod/mini'
import type { sendSwitch } from '../../../contract/endpoints/device-command.ts'
import type { SwitchMode } from '../../../domain/device/command-input.ts'
import type { SwitchVariant } from './switch-words.ts'

type SwitchCommand = z.output<typeof sendSwitch.request>['order']

/** What is sent for a variant; `mode` is absent for locks. */
export function switchCommandOf(variant: SwitchVariant, mode: SwitchMode | undefined): SwitchCommand {
  if (mode !== undefined) return { kind: 'switch', input: { mode } }
  return variant === 'lock' ? { kind: 'lock', input: {} } : { kind: 'unlock', input: {} }
}
