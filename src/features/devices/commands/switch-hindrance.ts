// Why a switch cannot be chosen for a command: it is offline, locked, or in the wanted position already.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { SwitchMode } from '../../../domain/device/command-input.ts'
import type { Device } from '../device-badges.tsx'
import type { SwitchVariant } from './switch-words.ts'

type Standing = Pick<Device, 'state' | 'locked' | 'closed' | 'switchControl'>

/** Undefined where the command may be sent. A state that the device has not reported is no hindrance. */
export function hindranceOf(
  { state, locked, closed, switchControl }: Standing,
  variant: SwitchVariant,
  mode: SwitchMode | undefined,
): MessageDescriptor | undefined {
  if (state === 'offline' || state === 'notActivated') return msg`Device not online`
  if (variant === 'lock') return locked ? msg`Locked already` : undefined
  if (variant === 'unlock') return locked === false ? msg`Not locked` : undefined
  if (locked) return msg`Locked: unlock it first`
  switch (mode) {
    case 'singleOff':
      return closed === false ? msg`Switched off already` : undefined
    case 'singleOn':
      return closed === true ? msg`Switched on already` : undefined
    case 'manualClose':
      return closed === true && switchControl === 'manual'
        ? msg`Already switched on and manual-only`
        : undefined
    case 'autoLink':
      return switchControl === 'auto' ? msg`Switches by itself already` : undefined
    case 'manualLink':
      return switchControl === 'manual' ? msg`Already manual-only` : undefined
    default:
      return undefined
  }
}
