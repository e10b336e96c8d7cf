// What the platform of the demo sells for SIM cards.
import type { DeviceKind } from '../../src/domain/device/device.ts'
import { DAY_MS } from '../../src/domain/durations.ts'
import type { Sql } from '../db/scoped.ts'
import { insertRows } from './rows.ts'

export interface DemoPackage {
  id: number
  name: string
  validityDays: number
  megabytes: number | null
  carrier: 'mobile' | 'telecom' | null
}

const offers = [
  { name: '物联卡月包 30MB', type: 'data', price: 300, days: 30, mb: 30, carrier: null },
  { name: '物联卡月包 100MB', type: 'data', price: 500, days: 30, mb: 100, carrier: null },
  { name: '移动物联年包 1.2GB', type: 'data', price: 3600, days: 365, mb: 1228, carrier: 'mobile' },
  { name: '电信物联年包 1.2GB', type: 'data', price: 3800, days: 365, mb: 1228, carrier: 'telecom' },
  {
    name: '安全帽语音月包 500MB',
    type: 'data',
    price: 1900,
    days: 30,
    mb: 500,
    carrier: null,
    voice: 60,
    sms: 20,
    content: 'smsAndVoice',
  },
  { name: '视频设备月包 20GB', type: 'data', price: 4900, days: 30, mb: 20_480, carrier: null },
  { name: '视频设备年包 240GB', type: 'data', price: 49_900, days: 365, mb: 245_760, carrier: 'mobile' },
  { name: '流量加油包 50MB', type: 'addOn', price: 200, days: 7, mb: 50, carrier: null },
  { name: '流量加油包 1GB', type: 'addOn', price: 900, days: 30, mb: 1024, carrier: null },
  {
    name: '短信加油包 100条',
    type: 'addOn',
    price: 800,
    days: 90,
    mb: null,
    carrier: null,
    sms: 100,
    content: 'sms',
  },
  { name: '充值 50 元', type: 'topUp', price: 5000, days: 365, mb: null, carrier: null },
  { name: '充值 100 元', type: 'topUp', price: 10_000, days: 365, mb: null, carrier: null },
  { name: '体验包 10MB（停售）', type: 'data', price: 0, days: 7, mb: 10, carrier: null, off: true },
] as const satisfies readonly {
  name: string
  type: 'data' | 'addOn' | 'topUp'
  price: number
  days: number
  mb: number | null
  carrier: 'mobile' | 'telecom' | null
  voice?: number
  sms?: number
  content?: 'smsAndVoice' | 'sms' | 'voice'
  off?: boolean
}[]

/** Puts the packages on sale; answers those that a card may run on. */
export async function seedPackages(sql: Sql, now: number): Promise<DemoPackage[]> {
  const rows = offers.map((offer, index) => ({
    version: 1,
    created_at: now - 300 * DAY_MS,
    updated_at: now - 40 * DAY_MS,
    name: offer.name,
    type: offer.type,
    content: 'content' in offer ? offer.content : null,
    price: offer.price,
    validity_days: offer.days,
    megabytes: offer.mb,
    multiplier: 100,
    sms_count: 'sms' in offer ? offer.sms : null,
    voice_minutes: 'voice' in offer ? offer.voice : null,
    carrier: offer.carrier,
    card_type: offer.mb !== null && offer.mb > 10_000 ? '贴片卡' : '插拔卡',
    language: 'zh',
    note: null,
    sort: (index + 1) * 10,
    status: 'off' in offer ? 'disabled' : 'enabled',
  }))
  const ids = await insertRows(sql, 'sim_package', rows, 'id')
  return offers.flatMap(({ name, type, days, mb, carrier, ...more }, index) => {
    const id = ids[index]
    if (id === undefined || type !== 'data' || 'off' in more) return []
    return [{ id, name, validityDays: days, megabytes: mb, carrier }]
  })
}

/** What fits a device: much for pictures, some for voice, little for the rest. */
export function packageFor(
  packages: readonly DemoPackage[],
  kind: DeviceKind,
  carrier: 'mobile' | 'telecom',
): DemoPackage | undefined {
  const wanted: Partial<Record<DeviceKind, string>> = {
    camera: '视频设备月包 20GB',
    doorUnit: '视频设备月包 20GB',
    helmet: '安全帽语音月包 500MB',
    watch: '物联卡月包 100MB',
  }
  const yearly = carrier === 'mobile' ? '移动物联年包 1.2GB' : '电信物联年包 1.2GB'
  return packages.find(({ name }) => name === (wanted[kind] ?? yearly))
}
