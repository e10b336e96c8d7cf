// The calls a visitor may make and the messages a visitor hears, each with what of the answer is shown. What is not here is
// refused, whatever the permissions of the visitor's role; so a new endpoint and a new message are closed to visitors.
import type * as z from 'zod/mini'
import { alarm } from '../domain/alarm/alarm.ts'
import { deviceCategory, product } from '../domain/device/catalogue.ts'
import { device } from '../domain/device/device.ts'
import type { EntityDefinition } from '../domain/entity.ts'
import type { Shown } from '../domain/shown.ts'
import { fieldsForVisitors, visitorChange, visitorRows } from '../domain/visitor.ts'
import { defaultPath, type Endpoint } from './endpoint.ts'
import { pendingNotices } from './endpoints/message.ts'
import { alarmStatistics } from './endpoints/report.ts'
import { brokerConfig, getNavigationBar, logout, type NavigationEntry } from './endpoints/session.ts'
import { entityEndpoints } from './entity-endpoints.ts'
import { alarmNotice, sessionNotice, stateBatch } from './messages.ts'
import { type ShownTree, show } from './show.ts'

/** One call of a visitor. */
export interface VisitorCall {
  /** What is shown of the handler's answer. */
  show(answer: unknown): unknown
  /** What is asked in place of a decoded request, as though every hidden field were empty; or what that finds at once. */
  ask(request: unknown): { request: unknown } | { answer: unknown }
}

const calls = new Map<string, VisitorCall>()
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${defaultPath(endpoint)}`

function reads<E extends Endpoint>(endpoint: E, shown: Shown<z.output<E['response']>> & ShownTree): void {
  calls.set(nameOf(endpoint), {
    show: answer => show(endpoint.response, shown, answer),
    ask: request => ({ request }),
  })
}

/** A list that is filtered, searched or ordered by what is hidden would tell it by which rows come, and where. */
function readsRows(entity: EntityDefinition, row: ShownTree): void {
  const fields = fieldsForVisitors(entity.key)
  const free = new Set(['page', 'size', 'counts', 'sort'])
  const isShown = (name: string) => fields.has(name) || fields.has(name.replace(/(From|To)$/, ''))
  const ask: VisitorCall['ask'] = request => {
    const asked = Object.entries(request ?? {}).filter(([, value]) => value !== undefined)
    if (asked.some(([name]) => !free.has(name) && !isShown(name)))
      return { answer: { list: [], total: 0, counts: {} } }
    const kept = asked.filter(([name, value]) => name !== 'sort' || isShown(String(value).replace(/^-/, '')))
    return { request: Object.fromEntries(kept) }
  }
  const { page, get } = entityEndpoints(entity)
  const list = { list: row, total: true, counts: true } as const
  calls.set(nameOf(page), { show: answer => show(page.response, list, answer), ask })
  calls.set(nameOf(get), {
    show: answer => show(get.response, row, answer),
    ask: request => ({ request }),
  })
}

readsRows(device, visitorRows.device)
readsRows(deviceCategory, visitorRows.deviceCategory)
readsRows(product, visitorRows.product)
readsRows(alarm, visitorRows.alarm)

reads(alarmStatistics, {
  total: true,
  open: true,
  onTest: true,
  acknowledgeMs: true,
  handleMs: true,
  byType: { type: true, count: true },
  bySeverity: { severity: true, count: true },
  series: { at: true, critical: true, warning: true, attention: true, info: true },
  byHour: { day: true, hour: true, count: true },
})
reads(pendingNotices, { openAlarms: true, unreadNotices: () => 0, at: true })

const menu: Shown<NavigationEntry> & ShownTree = {
  id: true,
  pid: true,
  type: true,
  name: true,
  enName: true,
  value: true,
  uri: true,
  icon: true,
  mark: true,
  get list() {
    return menu
  },
}
reads(getNavigationBar, menu)
reads(brokerConfig, {
  url: true,
  username: true,
  ticket: true,
  expiresAt: true,
  clientIdPrefix: true,
  topics: true,
  at: true,
})
reads(logout, true)

/** How a visitor may use an endpoint that asks for a session; undefined: not at all. */
export const visitorCall = (endpoint: Endpoint): VisitorCall | undefined => calls.get(nameOf(endpoint))

const hears =
  <M extends z.ZodMiniType>(message: M, shown: Shown<z.output<M>> & ShownTree) =>
  (said: unknown) =>
    show(message, shown, said)

// On the wire a message has the same fields as inside; only coded words are digits there.
const messages: ReadonlyMap<unknown, (said: unknown) => unknown> = new Map([
  ['state', hears(stateBatch, { code: true, at: true, devices: visitorChange })],
  ['alarm', hears(alarmNotice, { code: true, tenantId: true, alarm: visitorRows.alarm })],
  ['208', hears(sessionNotice, { code: true })],
])

/** What a visitor hears of a message in wire form; undefined: nothing. */
export function messageForVisitors(said: unknown): unknown {
  const code = typeof said === 'object' && said !== null && 'code' in said ? said.code : undefined
  return messages.get(code)?.(said)
}
