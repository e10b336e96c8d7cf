// What each kind of device is in the demo: its maker's names, its power, what it measures, what it complains about.
import type { AlarmType } from '../../src/domain/alarm/alarm-types.ts'
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { ReadingKind } from '../../src/domain/device/readings.ts'

/** `wave` swings with the day, `rise` counts up, `drain` empties and is charged again. */
export interface Measure {
  kind: ReadingKind
  shape: 'wave' | 'rise' | 'drain'
  /** Middle of the wave, or the count of today. */
  base: number
  /** Half the daily swing, or growth an hour. */
  swing: number
  noise: number
  everyMinutes: number
  /** Every minute in the last day. */
  dense?: true
  limits?: { lower?: number; upper?: number }
}

export interface Equipment {
  /** Beginning of the names. */
  label: string
  product: string
  model: string
  typeCode: string
  power: 'battery' | 'mains'
  network: '4g' | 'nb'
  worn: boolean
  measures: readonly Measure[]
  /** Alarm types with how often, relative to each other. */
  complaints: Partial<Record<AlarmType, number>>
  /** Complaints of one device in four weeks. */
  nagging: number
}

const wave = (
  kind: ReadingKind,
  [base, swing, noise]: readonly [number, number, number],
  everyMinutes: number,
  more: Pick<Measure, 'dense' | 'limits'> = {},
): Measure => ({ kind, shape: 'wave', base, swing, noise, everyMinutes, ...more })
const rise = (kind: ReadingKind, base: number, swing: number): Measure => ({
  kind,
  shape: 'rise',
  base,
  swing,
  noise: 0,
  everyMinutes: 180,
})
const battery = (everyMinutes: number): Measure => ({
  kind: 'battery',
  shape: 'drain',
  base: 0,
  swing: 0,
  noise: 0,
  everyMinutes,
})
const heart = wave('heartRate', [80, 9, 14], 60, { dense: true, limits: { lower: 45, upper: 120 } })
const oxygen = wave('bloodOxygen', [96.8, 0.4, 1.1], 60, { limits: { lower: 92 } })
const warmth = wave('bodyTemperature', [36.5, 0.25, 0.3], 60, { limits: { lower: 35, upper: 37.5 } })

export const equipment: Readonly<Record<DeviceKind, Equipment>> = {
  helmet: {
    label: '安全帽',
    product: '智能安全帽 H3',
    model: 'GH-H3',
    typeCode: '86604005',
    power: 'battery',
    network: '4g',
    worn: true,
    measures: [
      heart,
      wave('ambientTemperature', [19, 6, 1.2], 60, { limits: { lower: -10, upper: 45 } }),
      wave('altitude', [268, 18, 14], 60, { limits: { upper: 420 } }),
      battery(60),
    ],
    complaints: {
      lowVoltage: 8,
      heartRate: 6,
      fenceExit: 6,
      collision: 4,
      fenceEntry: 4,
      altitude: 3,
      fall: 2,
      nearElectricity: 2,
      sos: 1,
    },
    nagging: 6,
  },
  wristband: {
    label: '手环',
    product: '学生手环 B2',
    model: 'GH-B2',
    typeCode: '86611007',
    power: 'battery',
    network: '4g',
    worn: true,
    measures: [heart, oxygen, warmth, battery(60)],
    complaints: {
      lowVoltage: 8,
      heartRate: 6,
      fenceExit: 6,
      wearing: 5,
      temperature: 4,
      bloodOxygen: 3,
      sos: 1,
    },
    nagging: 6,
  },
  watch: {
    label: '手表',
    product: '健康手表 W5',
    model: 'GH-W5',
    typeCode: '86611205',
    power: 'battery',
    network: '4g',
    worn: true,
    measures: [
      heart,
      oxygen,
      wave('systolic', [124, 7, 9], 60, { limits: { lower: 90, upper: 150 } }),
      wave('diastolic', [79, 4, 6], 60, { limits: { lower: 55, upper: 95 } }),
      battery(60),
    ],
    complaints: {
      heartRate: 6,
      bloodPressure: 6,
      lowVoltage: 5,
      bloodOxygen: 3,
      fall: 2,
      watchWarning: 2,
      sos: 2,
    },
    nagging: 8,
  },
  ankleBracelet: {
    label: '脚环',
    product: '电子脚环 A1',
    model: 'GH-A1',
    typeCode: '86620077',
    power: 'battery',
    network: '4g',
    worn: true,
    measures: [battery(60)],
    complaints: { fenceExit: 4, lowVoltage: 4, wearing: 2 },
    nagging: 8,
  },
  locator: {
    label: '定位器',
    product: '人员定位器 L2',
    model: 'GH-L2',
    typeCode: '86623001',
    power: 'battery',
    network: '4g',
    worn: true,
    measures: [battery(60)],
    complaints: { fenceExit: 5, lowVoltage: 5, button: 1 },
    nagging: 5,
  },
  smokeDetector: {
    label: '烟感',
    product: 'NB烟雾探测器 S1',
    model: 'GH-S1',
    typeCode: '86630031',
    power: 'battery',
    network: 'nb',
    worn: false,
    measures: [
      wave('smoke', [0.06, 0.01, 0.04], 180, { limits: { upper: 0.5 } }),
      wave('ambientTemperature', [21, 4, 0.8], 180, { limits: { upper: 54 } }),
      battery(360),
    ],
    complaints: { lowVoltage: 6, smoke: 3, deviceFault: 3, alarmRecovery: 2, mute: 1 },
    nagging: 1.6,
  },
  fireButton: {
    label: '手报',
    product: '手动报警按钮 F1',
    model: 'GH-F1',
    typeCode: '86632012',
    power: 'battery',
    network: 'nb',
    worn: false,
    measures: [battery(360)],
    complaints: { lowVoltage: 4, deviceFault: 3, fireButton: 1 },
    nagging: 0.8,
  },
  gasSensor: {
    label: '燃气',
    product: '可燃气体探测器 G2',
    model: 'GH-G2',
    typeCode: '86634020',
    power: 'mains',
    network: 'nb',
    worn: false,
    measures: [wave('gas', [1.6, 0.5, 0.9], 120, { limits: { upper: 10 } })],
    complaints: { deviceFault: 3, harmfulGas: 2, powerLoss: 2, soundLight: 1 },
    nagging: 1.8,
  },
  waterPressure: {
    label: '水压',
    product: '消防水压计 P1',
    model: 'GH-P1',
    typeCode: '86636011',
    power: 'battery',
    network: 'nb',
    worn: false,
    measures: [
      wave('waterPressure', [0.42, 0.05, 0.04], 60, { limits: { lower: 0.14, upper: 0.8 } }),
      rise('waterVolume', 18_400, 1.6),
      battery(360),
    ],
    complaints: { deviceFault: 2, lowVoltage: 2 },
    nagging: 1.5,
  },
  airSwitch: {
    label: '空开',
    product: '智能空气开关 K4',
    model: 'GH-K4',
    typeCode: '86641004',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [
      wave('voltage', [228, 3, 4], 60, { limits: { lower: 190, upper: 250 } }),
      wave('current', [13, 8, 4], 60, { limits: { upper: 63 } }),
      rise('energy', 9_250, 2.4),
    ],
    complaints: { powerLoss: 4, environmentTemperature: 2, deviceFault: 1 },
    nagging: 2,
  },
  breaker: {
    label: '断路器',
    product: '智能断路器 K9',
    model: 'GH-K9',
    typeCode: '86641207',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [
      wave('voltage', [383, 4, 5], 60, { limits: { lower: 340, upper: 420 } }),
      wave('current', [48, 30, 12], 60, { limits: { upper: 160 } }),
      wave('ambientTemperature', [31, 5, 1.5], 60, { limits: { upper: 70 } }),
      rise('energy', 61_800, 18),
    ],
    complaints: { powerLoss: 4, environmentTemperature: 3, deviceFault: 1, soundLight: 1 },
    nagging: 2.5,
  },
  camera: {
    label: '摄像机',
    product: '网络摄像机 C6',
    model: 'GH-C6',
    typeCode: '86650009',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [],
    complaints: { offline: 3, deviceFault: 1 },
    nagging: 1.2,
  },
  doorUnit: {
    label: '门口机',
    product: '可视门口机 D8',
    model: 'GH-D8',
    typeCode: '86652003',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [],
    complaints: { offline: 3, deviceFault: 1, powerLoss: 1 },
    nagging: 1.2,
  },
  uwbStation: {
    label: '基站',
    product: 'UWB定位基站 U1',
    model: 'GH-U1',
    typeCode: '86660016',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [],
    complaints: { offline: 2, powerLoss: 1 },
    nagging: 1,
  },
  electricityMeter: {
    label: '电表',
    product: '单相智能电表 E2',
    model: 'GH-E2',
    typeCode: '86643018',
    power: 'mains',
    network: 'nb',
    worn: false,
    measures: [
      wave('voltage', [227, 3, 3], 60, { limits: { lower: 190, upper: 250 } }),
      wave('current', [9, 5, 3], 60, { limits: { upper: 60 } }),
      rise('energy', 24_600, 1.1),
    ],
    complaints: { powerLoss: 2, deviceFault: 1 },
    nagging: 1,
  },
  gateway: {
    label: '4G网关',
    product: '4G配电网关 W4',
    model: 'GH-W4',
    typeCode: '86651021',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [
      wave('voltage', [229, 3, 3], 60, { limits: { lower: 190, upper: 250 } }),
      wave('current', [24, 10, 6], 60, { limits: { upper: 100 } }),
    ],
    complaints: { powerLoss: 1, deviceFault: 1 },
    nagging: 1,
  },
  dtu: {
    label: 'DTU电灶',
    product: 'DTU电灶控制器 T1',
    model: 'GH-T1',
    typeCode: '86652033',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [wave('current', [9, 4, 2], 60, { limits: { upper: 40 } })],
    complaints: { deviceFault: 1 },
    nagging: 1,
  },
  environment: {
    label: '环境站',
    product: '扬尘噪声监测站 N3',
    model: 'GH-N3',
    typeCode: '86670001',
    power: 'mains',
    network: '4g',
    worn: false,
    measures: [
      wave('airQuality', [72, 28, 22], 60, { limits: { upper: 150 } }),
      wave('airHumidity', [61, 14, 6], 60),
      wave('ambientTemperature', [18, 6, 1], 60, { limits: { upper: 40 } }),
      wave('vocs', [240, 90, 80], 60, { limits: { upper: 600 } }),
      wave('odour', [14, 6, 5], 60, { limits: { upper: 60 } }),
    ],
    complaints: { airQuality: 5, environmentTemperature: 1, deviceFault: 1 },
    nagging: 6,
  },
}

/** What a product's data model calls them, and their digits after the point. */
export const measureNames: Partial<
  Record<ReadingKind, readonly [name: string, enName: string, decimals: number]>
> = {
  heartRate: ['心率', 'Heart rate', 0],
  bodyTemperature: ['体温', 'Body temperature', 1],
  bloodOxygen: ['血氧', 'Blood oxygen', 0],
  systolic: ['收缩压', 'Systolic pressure', 0],
  diastolic: ['舒张压', 'Diastolic pressure', 0],
  ambientTemperature: ['环境温度', 'Ambient temperature', 1],
  altitude: ['海拔', 'Altitude', 0],
  airQuality: ['空气质量', 'Air quality', 0],
  airHumidity: ['空气湿度', 'Air humidity', 0],
  odour: ['气味强度', 'Odour intensity', 0],
  vocs: ['VOCs', 'VOCs', 0],
  gas: ['燃气浓度', 'Combustible gas', 1],
  smoke: ['烟雾浓度', 'Smoke density', 2],
  waterPressure: ['水压', 'Water pressure', 3],
  waterVolume: ['用水量', 'Water volume', 1],
  voltage: ['电压', 'Voltage', 1],
  current: ['电流', 'Current', 1],
  energy: ['电能', 'Energy', 1],
  battery: ['电量', 'Battery', 0],
  signal: ['信号', 'Signal', 0],
  steps: ['步数', 'Steps', 0],
}
