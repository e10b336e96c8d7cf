// The three places of the demo: their ground, departments, people and fleets.

import type { Scenario } from '../../src/domain/access/session-words.ts'
import type { DeviceKind } from '../../src/domain/device/device.ts'
import type { Chance } from './random.ts'

export interface Spot {
  location: string
  building?: string
  unit?: string
  roomNo?: string
  /** Metres from the middle of the place, to the east and to the north. */
  east: number
  north: number
}

export interface Place {
  key: 'community' | 'site' | 'campus'
  tenant: { name: string; address: string; phone: string; scenario: Scenario }
  company: string
  /** WGS-84. */
  middle: { latitude: number; longitude: number }
  /** Top departments with those below them. */
  departments: Readonly<Record<string, readonly string[]>>
  groups: readonly string[]
  /** How many of each kind, and of which department. */
  fleet: Partial<Record<DeviceKind, { count: number; department: string }>>
  spot(kind: DeviceKind, number: number, chance: Chance): Spot
}

const inside = (radius: number, chance: Chance) => ({
  east: (chance.next() - 0.5) * 2 * radius,
  north: (chance.next() - 0.5) * 2 * radius,
})

/** Buildings stand in rows of four, 70 m apart. */
const onGrid = (number: number, chance: Chance) => ({
  east: ((number - 1) % 4) * 70 - 105 + (chance.next() - 0.5) * 24,
  north: Math.floor((number - 1) / 4) * 80 - 40 + (chance.next() - 0.5) * 16,
})

const community: Place = {
  key: 'community',
  tenant: {
    name: '翠园小区',
    address: '浙江省杭州市西湖区翠园路88号',
    phone: '13800000002',
    scenario: 'community',
  },
  company: '绿源物业服务有限公司',
  middle: { latitude: 30.2876, longitude: 120.132 },
  departments: {
    物业服务中心: ['工程部', '客服部', '保洁绿化部'],
    安保部: ['东门岗', '南门岗', '巡逻队'],
    监控中心: [],
    社区关怀: ['长者服务站', '社区矫正小组'],
  },
  groups: ['一期消防', '二期消防', '门禁主机', '配电房', '独居长者', '公共区域'],
  fleet: {
    smokeDetector: { count: 150, department: '工程部' },
    gasSensor: { count: 48, department: '工程部' },
    doorUnit: { count: 40, department: '监控中心' },
    fireButton: { count: 30, department: '工程部' },
    camera: { count: 24, department: '监控中心' },
    electricityMeter: { count: 20, department: '工程部' },
    waterPressure: { count: 16, department: '工程部' },
    airSwitch: { count: 16, department: '工程部' },
    breaker: { count: 12, department: '工程部' },
    watch: { count: 7, department: '长者服务站' },
    ankleBracelet: { count: 2, department: '社区矫正小组' },
    locator: { count: 2, department: '巡逻队' },
    gateway: { count: 2, department: '工程部' },
    dtu: { count: 3, department: '工程部' },
  },
  spot: (kind, number, chance) => {
    const block = ((number - 1) % 8) + 1
    const building = `${block}号楼`
    const unit = `${chance.whole(1, 3)}单元`
    const roomNo = `${chance.whole(1, 18)}${String(chance.whole(1, 4)).padStart(2, '0')}`
    const at = onGrid(block, chance)
    if (kind === 'camera') {
      const view = chance.pick(['东门', '南门', '中心花园', '地下车库入口', '儿童乐园', `${building}大堂`])
      return { location: view, ...inside(150, chance) }
    }
    if (kind === 'doorUnit') return { location: `${building}${unit}门厅`, building, unit, ...at }
    if (kind === 'fireButton' || (kind === 'smokeDetector' && number % 3 === 0)) {
      return { location: `${building}${unit} ${chance.whole(1, 18)}层楼梯间`, building, unit, ...at }
    }
    if (kind === 'gateway') return { location: `${number}号配电房`, ...at }
    if (kind === 'dtu') return { location: `社区食堂${number}号灶`, building: '社区食堂', ...at }
    if (kind === 'airSwitch' || kind === 'breaker') {
      return { location: `${building}配电间`, building, ...at }
    }
    if (kind === 'waterPressure') return { location: `${building}消防管网末端`, building, ...at }
    if (kind === 'locator') return { location: '巡逻队', ...inside(150, chance) }
    const corner = kind === 'gasSensor' ? ' 厨房' : kind === 'smokeDetector' ? ' 客厅' : ''
    return { location: `${building}${unit}${roomNo}室${corner}`, building, unit, roomNo, ...at }
  },
}

const site: Place = {
  key: 'site',
  tenant: {
    name: '滨江中心二期工地',
    address: '重庆市江北区滨江路16号',
    phone: '13800000005',
    scenario: 'site',
  },
  company: '宏远建设集团有限公司',
  middle: { latitude: 29.5752, longitude: 106.5581 },
  departments: {
    项目部: ['安全部', '质量部', '物资部'],
    施工班组: ['钢筋班组', '木工班组', '混凝土班组', '塔吊班组', '架子班组'],
    机电部: ['临电组'],
  },
  groups: ['塔楼A', '塔楼B', '塔吊作业', '基坑监测', '办公生活区'],
  fleet: {
    helmet: { count: 86, department: '施工班组' },
    uwbStation: { count: 16, department: '安全部' },
    camera: { count: 14, department: '安全部' },
    breaker: { count: 8, department: '临电组' },
    environment: { count: 6, department: '安全部' },
    airSwitch: { count: 6, department: '临电组' },
    gasSensor: { count: 4, department: '安全部' },
    locator: { count: 3, department: '物资部' },
    fireButton: { count: 2, department: '安全部' },
    gateway: { count: 2, department: '临电组' },
    dtu: { count: 1, department: '物资部' },
  },
  spot: (kind, number, chance) => {
    const tower = chance.pick(['塔楼A', '塔楼B'])
    const level = `${chance.whole(1, 32)}层`
    if (kind === 'helmet' || kind === 'uwbStation') {
      const where =
        kind === 'helmet' && chance.happens(0.15) ? chance.pick(['塔吊1', '塔吊2', '钢筋加工棚']) : ''
      if (where) return { location: where, ...inside(90, chance) }
      return { location: `${tower} ${level}`, building: tower, roomNo: level, ...inside(45, chance) }
    }
    if (kind === 'gateway') return { location: `${number}号总配电箱`, ...inside(100, chance) }
    if (kind === 'dtu') return { location: '工地食堂', ...inside(100, chance) }
    if (kind === 'breaker' || kind === 'airSwitch') {
      return { location: `${((number - 1) % 6) + 1}号配电箱`, ...inside(100, chance) }
    }
    return {
      location: chance.pick(['北门', '南门', '基坑东侧', '材料堆场', '办公区', '生活区']),
      ...inside(120, chance),
    }
  },
}

const campus: Place = {
  key: 'campus',
  tenant: {
    name: '东湖实验中学',
    address: '湖北省武汉市洪山区东湖南路7号',
    phone: '13800000006',
    scenario: 'campus',
  },
  company: '东湖实验中学',
  middle: { latitude: 30.5436, longitude: 114.3672 },
  departments: {
    校务处: ['后勤组'],
    保卫处: ['门岗'],
    学生处: ['高一年级', '高二年级', '高三年级', '医务室'],
  },
  groups: ['高一年级', '高二年级', '教学楼消防', '宿舍楼', '校门'],
  fleet: {
    wristband: { count: 34, department: '学生处' },
    smokeDetector: { count: 14, department: '后勤组' },
    watch: { count: 12, department: '医务室' },
    camera: { count: 10, department: '保卫处' },
    doorUnit: { count: 6, department: '保卫处' },
    environment: { count: 4, department: '后勤组' },
    waterPressure: { count: 2, department: '后勤组' },
    electricityMeter: { count: 2, department: '后勤组' },
    locator: { count: 2, department: '保卫处' },
    breaker: { count: 4, department: '后勤组' },
    gateway: { count: 1, department: '后勤组' },
    dtu: { count: 1, department: '后勤组' },
  },
  spot: (kind, number, chance) => {
    const building = chance.pick(['教学楼A', '教学楼B', '实验楼', '宿舍楼1', '宿舍楼2', '图书馆'])
    const roomNo = `${chance.whole(1, 5)}${String(chance.whole(1, 12)).padStart(2, '0')}`
    if (kind === 'wristband' || kind === 'watch') {
      const grade = chance.pick(['高一', '高二', '高三'])
      return {
        location: `${building} ${grade}(${chance.whole(1, 6)})班`,
        building,
        roomNo,
        ...inside(110, chance),
      }
    }
    if (kind === 'breaker') {
      const house = ['教学楼A', '教学楼B', '实验楼', '图书馆'][number - 1] ?? building
      return { location: `${house}配电间`, building: house, ...inside(100, chance) }
    }
    if (kind === 'gateway') return { location: '校区配电房', ...inside(60, chance) }
    if (kind === 'dtu') return { location: '食堂后厨', building: '食堂', ...inside(60, chance) }
    if (kind === 'camera' || kind === 'doorUnit' || kind === 'locator') {
      return {
        location: chance.pick(['正门', '西门', '操场', '食堂', `${building}大厅`]),
        ...inside(130, chance),
      }
    }
    return { location: `${building} ${roomNo}`, building, roomNo, ...inside(100, chance) }
  },
}

export const places: readonly Place[] = [community, site, campus]
