// The scenes: dashboards of one kind of place each, with the figures that float over its map, and when they are old.
import type { DeviceKind } from '../device/device.ts'
import { MINUTE_MS } from '../durations.ts'
import { keysOf } from '../keys.ts'
import type { RoutePath } from '../navigation/pages.ts'
import { AIR_KINDS, FIRE_KINDS, type FigureKey } from './figures.ts'

interface SceneFacts {
  path: RoutePath
  /** In reading order: what matters most from three metres away comes first. */
  figures: readonly FigureKey[]
  /** The devices on its map; absent: all. */
  kinds?: readonly DeviceKind[]
}

export const scenes = {
  city: {
    path: '/index',
    figures: [
      'devices',
      'devicesOnline',
      'devicesAbnormal',
      'devicesOffline',
      'openAlarms',
      'criticalAlarms',
      'alarmsToday',
    ],
  },
  fire: {
    path: '/index1',
    figures: [
      'fireAlarms',
      'smokeOnline',
      'buttonsOnline',
      'pressureOnline',
      'gasOnline',
      'breakersOnline',
      'inspectionsDue',
    ],
    kinds: FIRE_KINDS,
  },
  community: {
    path: '/index2',
    figures: ['roomsOccupied', 'doorsOnline', 'callsToday', 'callsMissed', 'sosToday', 'feesOwing'],
  },
  campus: {
    path: '/index3',
    figures: ['present', 'late', 'absent', 'wristbandsOnline', 'fenceExits', 'sosToday'],
    kinds: ['wristband', 'watch'],
  },
  site: {
    path: '/index4',
    figures: ['present', 'absent', 'helmetsOnline', 'fenceExits', 'airAlarms', 'camerasOnline', 'plansDue'],
    kinds: ['helmet', 'camera', ...AIR_KINDS],
  },
  supervision: {
    path: '/index5',
    figures: [
      'strapsLoose',
      'personsSevere',
      'personsModerate',
      'personsMild',
      'strapsTight',
      'braceletsOnline',
      'fenceExits',
      'authorisationsEnding',
    ],
    kinds: ['ankleBracelet'],
  },
  duty: {
    path: '/index6',
    figures: [
      'criticalAlarms',
      'openAlarms',
      'callsWaiting',
      'onDuty',
      'openWork',
      'lateWork',
      'devicesOffline',
      'sosToday',
    ],
  },
} as const satisfies Record<string, SceneFacts>

export type SceneName = keyof typeof scenes

export const sceneNames = keysOf(scenes)

const facts: Readonly<Record<SceneName, SceneFacts>> = scenes

/** The kinds of devices on a scene's map; undefined: all. */
export const kindsOf = (scene: SceneName): readonly DeviceKind[] | undefined => facts[scene].kinds

export const figuresOf = (scene: SceneName): readonly FigureKey[] => scenes[scene].figures

/** A figure that was counted longer ago than this says its age in place of what it would be compared with. */
export const FIGURE_DEADLINE_MS = MINUTE_MS

export const isFigureStale = (at: number, now: number): boolean => now - at > FIGURE_DEADLINE_MS
