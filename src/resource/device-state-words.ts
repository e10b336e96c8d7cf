// States of devices in words and shapes: lists, maps and legends say them alike.
import { msg } from '@lingui/core/macro'
import type { DeviceState } from '../domain/device/device.ts'
import type { Word } from './view.ts'

export const stateWords = {
  online: { label: msg`Online`, shape: 'online' },
  offline: { label: msg`Offline`, shape: 'offline' },
  abnormal: { label: msg`Abnormal`, shape: 'abnormal' },
  notActivated: { label: msg`Not activated`, shape: 'inactive' },
} as const satisfies Record<DeviceState, Word>
