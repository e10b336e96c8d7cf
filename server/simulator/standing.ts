// How the switches, valves, rings and gas sensors of a simulated fleet stand, and what commands make of it.
import type { DeviceMessage } from '../../src/contract/device-messages.ts'
import {
  type CommandKind,
  contactsAfter,
  type SwitchMode,
  switchMode,
} from '../../src/domain/device/command-input.ts'
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { SimulatedDevice, Standing } from './device.ts'

export type StatusMessage = Extract<DeviceMessage, { code: '2003' }>

export const switches: readonly DeviceKind[] = ['breaker', 'airSwitch', 'electricityMeter']
const valves: readonly DeviceKind[] = ['gasSensor', 'waterPressure', 'dtu']
const onMains: readonly DeviceKind[] = ['gateway', 'dtu', 'gasSensor', ...switches]

export interface Standings {
  of(device: SimulatedDevice): Standing
  /** What a device says of itself; undefined for one that has nothing of the kind. */
  status(device: SimulatedDevice): StatusMessage | undefined
  /** Carries out a command; `channel` names a switch behind the gateway. Answers why not, or undefined. */
  obey(
    device: SimulatedDevice,
    kind: CommandKind,
    input: Readonly<Record<string, unknown>> | null,
    channel?: number,
  ): string | undefined
}

/** One state for the whole fleet: a gateway and the switches behind it speak of the same contacts. */
export function createStandings(devices: readonly SimulatedDevice[]): Standings {
  const known = new Map<string, Standing>()
  const behind = Map.groupBy(
    devices.filter(({ gateway, channel }) => gateway && channel),
    device => device.gateway,
  )
  const of = (device: SimulatedDevice): Standing => {
    const standing = known.get(device.imei) ?? {
      closed: true,
      locked: false,
      control: 'manual',
      valve: 'open',
      footRing: 'tight',
      harmfulGas: 'none',
      ...device.standing,
    }
    known.set(device.imei, standing)
    return standing
  }
  const turn = (standing: Standing, mode: SwitchMode) => {
    const contacts = contactsAfter(mode)
    if (contacts !== 'same') standing.closed = contacts === 'closed'
    if (mode === 'autoLink') standing.control = 'auto'
    if (mode === 'manualLink' || mode === 'manualClose') standing.control = 'manual'
  }
  return {
    of,
    status: device => {
      const { closed, locked, control, valve, footRing, harmfulGas } = of(device)
      const { kind } = device
      const children = behind.get(device.imei) ?? []
      const said = {
        ...(switches.includes(kind) && { closed, locked, control }),
        ...(kind === 'gateway' && {
          switches: children.flatMap(child => {
            const { closed, locked, control } = of(child)
            return child.channel ? [{ channel: child.channel, closed, locked, control }] : []
          }),
        }),
        ...(valves.includes(kind) && { valve }),
        ...(kind === 'ankleBracelet' && { footRing }),
        ...(kind === 'gasSensor' && { harmfulGas }),
        ...(onMains.includes(kind) && { mains: true }),
      }
      return Object.keys(said).length > 0 ? { code: '2003', ...said } : undefined
    },
    obey: (device, kind, input, channel) => {
      const children = behind.get(device.imei) ?? []
      const one = channel === undefined ? undefined : children.find(child => child.channel === channel)
      if (channel !== undefined && !one) return 'no such channel'
      const targets = one ? [one] : device.kind === 'gateway' ? children : [device]
      const standings = targets.map(of)
      if (kind === 'valve') of(device).valve = input?.to === 'closed' ? 'closed' : 'open'
      if (kind === 'lock' || kind === 'unlock')
        for (const standing of standings) standing.locked = kind === 'lock'
      if (kind === 'switch') {
        // Locked ones stay as they are.
        const free = standings.filter(({ locked }) => !locked)
        if (free.length === 0) return 'locked'
        const mode = switchMode.parse(input?.mode)
        for (const standing of free) turn(standing, mode)
      }
      return undefined
    },
  }
}
