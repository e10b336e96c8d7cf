// The fences of the three places: where they lie, what they guard, whom they watch.

import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { FenceType } from '../../src/domain/fence/fence.ts'
import { type Place as Point, placeAt } from '../../src/domain/geo/geo.ts'
import type { Place } from './places.ts'

type Metres = readonly [east: number, north: number]

export interface PlannedFence {
  name: string
  type: FenceType
  description: string
  /** Metres from the middle of the place. */
  circle?: { at: Metres; radius: number }
  outline?: readonly Metres[]
  hole?: readonly Metres[]
  alarmOnExit?: boolean
  alarmOnEntry?: boolean
  delaySeconds?: number
  dwellMinutes?: number
  days?: readonly number[]
  hours?: readonly [from: number, until: number]
  disabled?: boolean
  groups?: readonly string[]
  /** Everybody with such a device, or so many of them; those whose tracks are kept come first. */
  kinds?: readonly DeviceKind[]
  most?: number
}

const HOUR_MINUTES = 60

export const fencePlans: Record<Place['key'], readonly PlannedFence[]> = {
  community: [
    {
      name: '翠园小区',
      type: 'electronic',
      description: '独居长者离开小区时留有记录；中间的景观湖不算小区内。',
      outline: [
        [-270, -190],
        [-60, -235],
        [240, -205],
        [275, 60],
        [235, 280],
        [-40, 305],
        [-265, 215],
      ],
      hole: [
        [-25, 105],
        [40, 98],
        [62, 150],
        [-8, 172],
      ],
      delaySeconds: 120,
      kinds: ['watch', 'locator'],
    },
    {
      name: '社区矫正活动范围',
      type: 'electronic',
      description: '矫正对象白天可活动的范围，离开即报警。',
      circle: { at: [0, 30], radius: 420 },
      alarmOnExit: true,
      delaySeconds: 60,
      kinds: ['ankleBracelet'],
    },
    {
      name: '矫正对象夜间居家',
      type: 'electronic',
      description: '22:00 至次日 06:00 不得离开住处。',
      circle: { at: [-95, -30], radius: 190 },
      alarmOnExit: true,
      delaySeconds: 180,
      hours: [22 * HOUR_MINUTES, 6 * HOUR_MINUTES],
      kinds: ['ankleBracelet'],
    },
    {
      name: '三期施工区（禁入）',
      type: 'key',
      description: '施工未完，长者误入要有人去看。',
      circle: { at: [-205, 155], radius: 45 },
      alarmOnEntry: true,
      delaySeconds: 30,
      dwellMinutes: 20,
      kinds: ['watch'],
      most: 3,
    },
    {
      name: '东门停车场',
      type: 'electronic',
      description: '改造期间停用。',
      circle: { at: [300, -110], radius: 60 },
      disabled: true,
      groups: ['公共区域'],
    },
  ],
  site: [
    {
      name: '工地红线',
      type: 'electronic',
      description: '上工期间离开工地报警；生活区不算工地内。',
      outline: [
        [-260, -230],
        [210, -250],
        [275, 40],
        [180, 255],
        [-190, 240],
      ],
      hole: [
        [-170, 150],
        [-105, 150],
        [-105, 210],
        [-165, 210],
      ],
      alarmOnExit: true,
      delaySeconds: 90,
      kinds: ['helmet'],
    },
    {
      name: '塔吊作业半径',
      type: 'key',
      description: '吊物下方不得久留。',
      circle: { at: [50, 45], radius: 35 },
      dwellMinutes: 45,
      delaySeconds: 20,
      groups: ['塔吊作业'],
      kinds: ['helmet'],
      most: 3,
    },
    {
      name: '基坑临边（收工后禁入）',
      type: 'key',
      description: '18:00 至次日 06:30 不得进入。',
      outline: [
        [75, -85],
        [125, -90],
        [135, -40],
        [85, -32],
      ],
      alarmOnEntry: true,
      delaySeconds: 30,
      hours: [18 * HOUR_MINUTES, 6 * HOUR_MINUTES + 30],
      kinds: ['helmet'],
      most: 4,
    },
    {
      name: '办公生活区',
      type: 'electronic',
      description: '午休与夜间人数。',
      circle: { at: [-120, -90], radius: 60 },
      groups: ['办公生活区'],
    },
  ],
  campus: [
    {
      name: '校园围墙',
      type: 'electronic',
      description: '上学时间学生离校报警；中间的湖面不算校园内。',
      outline: [
        [-290, -250],
        [260, -260],
        [300, 90],
        [220, 270],
        [-240, 260],
      ],
      hole: [
        [-60, 110],
        [10, 120],
        [20, 180],
        [-50, 190],
      ],
      alarmOnExit: true,
      delaySeconds: 60,
      days: [1, 2, 3, 4, 5],
      hours: [7 * HOUR_MINUTES, 18 * HOUR_MINUTES],
      kinds: ['wristband', 'watch'],
    },
    {
      name: '实验楼危化品库',
      type: 'key',
      description: '学生不得入内。',
      circle: { at: [206, 98], radius: 30 },
      alarmOnEntry: true,
      delaySeconds: 20,
      kinds: ['wristband'],
      most: 3,
    },
    {
      name: '操场',
      type: 'electronic',
      description: '体育课与课后活动的停留时间。',
      circle: { at: [-24, -134], radius: 70 },
      dwellMinutes: 30,
      kinds: ['wristband', 'watch'],
      most: 12,
    },
  ],
}

const rounded = ({ longitude, latitude }: Point): [number, number] => [
  Math.round(longitude * 1e6) / 1e6,
  Math.round(latitude * 1e6) / 1e6,
]

/** A corner or a centre of a place. */
export const cornerOf = ({ middle }: Place, [east, north]: Metres): [number, number] =>
  rounded(placeAt(middle, east, north))
