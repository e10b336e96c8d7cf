// Every entity of the product, for whoever must walk over all of them.
import { department, resource, role, tenant, user } from './access/access.ts'
import { alarm } from './alarm/alarm.ts'
import { deviceCategory, deviceGroup, product } from './device/catalogue.ts'
import { deviceCommand } from './device/command.ts'
import { device } from './device/device.ts'
import type { EntityDefinition } from './entity.ts'
import { call } from './intercom/call.ts'
import { doorCard, doorEvent, doorRight } from './intercom/door.ts'
import { notice } from './notice/notice.ts'
import { task } from './task/task.ts'

export const entities: readonly EntityDefinition[] = [
  device,
  deviceCategory,
  deviceGroup,
  product,
  deviceCommand,
  alarm,
  user,
  role,
  resource,
  department,
  tenant,
  task,
  call,
  doorEvent,
  doorCard,
  doorRight,
  notice,
]
