// The kinds of back-end service; each has its own base address (console specification, section 7).

export const serviceNames = [
  'iotCard',
  'pay',
  'device',
  'auth',
  'user',
  'message',
  'mall',
  'close',
  'advert',
  'mockAdvert',
] as const

export type ServiceName = (typeof serviceNames)[number]
