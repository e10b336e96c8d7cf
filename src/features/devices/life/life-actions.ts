// What may be done to a device in its life: its commands with their questions, and where several are handed out.
import { msg } from '@lingui/core/macro'
import type { device } from '../../../domain/device/device.ts'
import { stepFrom } from '../../../domain/device/lifecycle.ts'
import { addressOf, searchOf } from '../../../resource/search.ts'
import type { DestinationView, ViewFacts } from '../../../resource/view.ts'
import { carryDevices } from '../carried-devices.ts'
import type { Device } from '../device-badges.tsx'

type Actions = NonNullable<ViewFacts<typeof device>['actions']>

const bindNote = { of: 'note', label: msg`Note` } as const

export const lifeActions = {
  stockIn: {
    label: msg`Stock in`,
    icon: 'inbox',
    done: msg({ context: 'done', message: 'Stocked in' }),
  },
  stockOut: {
    label: msg`Stock out`,
    icon: 'upload',
    done: msg`Stocked out`,
  },
  bind: {
    label: msg`Bind`,
    icon: 'link',
    input: [
      {
        of: 'boundTo',
        label: msg`To whom or where`,
        hint: msg`The person who wears it, or the place where it is installed`,
      },
      bindNote,
    ],
    done: msg`Bound`,
  },
  unbind: {
    label: msg`Unbind`,
    icon: 'close',
    confirm: msg`Unbind the device? Its alarms no longer name anybody.`,
    done: msg({ context: 'done', message: 'Unbound' }),
  },
  takeBack: {
    label: msg`Take back into stock`,
    icon: 'undo',
    done: msg`Back in stock`,
  },
  restock: {
    label: msg`Put back into stock`,
    icon: 'inbox',
    done: msg`Back in stock`,
  },
  undoStockIn: {
    label: msg`Take back the stock-in`,
    icon: 'undo',
    done: msg`Waits for stock-in again`,
  },
  recycle: {
    label: msg`Decommission`,
    icon: 'trash',
    critical: true,
    confirm: msg`Decommission the device? It can no longer connect, its SIM card is unbound, and this cannot be undone.`,
    input: [{ of: 'note', label: msg`Reason`, kind: 'textarea' }],
    done: msg`Decommissioned`,
  },
} as const satisfies Actions

/** Takes chosen devices along to the page where they are handed out. */
export const toAllocation: DestinationView<Device> = {
  label: msg`Allocate`,
  icon: 'route',
  permission: 'allocation.save',
  hindrance: stepFrom('allocate'),
  to: rows => {
    carryDevices(rows)
    return '/Allocate'
  },
  // The page is a list of the same devices: it finds them again and chooses them there.
  toFound: query => `/Allocate?${addressOf(searchOf(query))}`,
}
