// An SOS as the console is told of it.
import type { Sos } from '../../../src/domain/notice/sos-queue.ts'

export const sosOf = (alarmId: number, facts: Partial<Sos> = {}): Sos => ({
  alarmId,
  imei: '866040053214418',
  deviceName: 'Wristband 1107',
  name: '陈秀英',
  building: 'Block 3',
  unit: '2',
  roomNo: '1204',
  userPhone: '13800000012',
  place: null,
  battery: 64,
  latitude: 22.5,
  longitude: 114,
  raisedAt: Date.now() - 12_000 + alarmId,
  ...facts,
})
