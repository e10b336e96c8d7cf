// The guide in a real browser: what is open, what turns green by itself, what is left out, what is said of an alarm's way.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { SetupPage } from '../../../src/features/setup/setup-page.tsx'
import type { Facts } from '../../../src/features/setup/use-setup.ts'
import { publishDeviceChanges } from '../../../src/platform/device-changes.ts'
import { configureHttp } from '../../../src/platform/http.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { UiProvider } from '../../../src/ui/provider.tsx'
import { signIn } from '../../resource/sign-in.ts'

const NOTHING: Facts = {
  ...{
    name: 'Here',
    zone: 'Asia/Shanghai',
    platform: true,
    scenarios: null,
    people: 1,
    invited: 0,
    devices: 0,
  },
  ...{ heard: null, placed: 0, fences: 0, rules: 0, trial: null, soundHeardAt: null },
  ...{ push: { browsers: 0, provenAt: null }, backup: { at: null } },
  ...{ broker: { host: null, port: 1883, tls: false }, skipped: [], putAwayAt: null },
}

let facts: Facts
let asked: { path: string; body: unknown }[]
let menus: number

const server: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input), location.href)
  const answer = (data: unknown) =>
    new Response(JSON.stringify({ code: 0, data }), { headers: { 'Content-Type': 'application/json' } })
  if (pathname.endsWith('setup/facts')) return answer(facts)
  if (pathname.endsWith('/page')) return answer({ list: [], total: 0 })
  if (pathname.endsWith('invitation/open')) return answer([])
  const body: unknown = JSON.parse(String(init?.body ?? '{}'))
  asked.push({ path: pathname.replace(/^.*\/api\/\w+\//, ''), body })
  if (pathname.endsWith('setup/say')) {
    facts = { ...facts, scenarios: ['fire'] }
    return answer({ scenarios: ['fire'] })
  }
  if (pathname.endsWith('setup/skip')) {
    facts = { ...facts, skipped: ['people'] }
    return answer({ skipped: ['people'] })
  }
  if (pathname.endsWith('setup/away')) {
    facts = { ...facts, putAwayAt: 5 }
    return answer({ putAwayAt: 5 })
  }
  return answer({ before: 'Asia/Shanghai' })
}

beforeEach(async () => {
  await page.viewport(390, 844)
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  facts = NOTHING
  asked = []
  menus = 0
  configureHttp({ fetch: server, token: () => 't' })
  signIn(['tenant.setup', 'tenant.zone', 'user.save', 'role.read', 'device.save', 'device.secret'])
})
afterEach(async () => {
  await cleanup()
  endSession('logout')
})

const parts = {
  looks: null,
  push: <p>Notifications</p>,
  menuName: (name: string) => name,
  onMenu: async () => {
    menus += 1
  },
}

const open = () =>
  render(
    <I18nProvider i18n={i18n}>
      <UiProvider skin="campus" direction="ltr">
        <QueryClientProvider client={new QueryClient()}>
          <SetupPage parts={parts} />
        </QueryClientProvider>
      </UiProvider>
    </I18nProvider>,
  )
const step = (name: string) => document.querySelector(`[data-step="${name}"]`)
const stateOf = (name: string) => step(name)?.getAttribute('data-state')

it('opens the first step that is left, and saying what one is moves the menu', async () => {
  await open()
  const save = page.getByRole('button', { name: 'Save' })
  await expect.element(save).toBeDisabled()
  await page.getByRole('checkbox', { name: /Fire protection/ }).click()
  await save.click()
  await expect.poll(() => stateOf('organisation')).toBe('done')
  expect(asked.at(-1)).toEqual({ path: 'setup/say', body: { scenarios: ['fire'] } })
  expect(menus).toBe(1)
})

it('turns green when the first message of a device comes, by itself', async () => {
  facts = { ...NOTHING, scenarios: ['fire'], devices: 1 }
  await open()
  await expect.poll(() => stateOf('device')).toBe('left')
  const at = Date.now()
  facts = { ...facts, heard: { id: 1, imei: '860000000000001', name: 'Gate watch', at } }
  publishDeviceChanges({ code: 'state', at, devices: [] })
  await expect.poll(() => stateOf('device')).toBe('done')
  await expect.element(page.getByText('Gate watch')).toBeVisible()
})

it('leaves a step out and goes on with the next one', async () => {
  facts = { ...NOTHING, scenarios: ['fire'] }
  await open()
  await page.getByRole('button', { name: 'We do not need this' }).click()
  await expect.poll(() => stateOf('people')).toBe('skipped')
  expect(asked).toContainEqual({ path: 'setup/skip', body: { step: 'people', skipped: true } })
  await expect.element(page.getByLabelText('IMEI', { exact: true })).toBeVisible()
})

it('follows a test alarm along its way and ticks nothing that was not measured', async () => {
  facts = {
    ...{ ...NOTHING, scenarios: ['fire'], people: 2, devices: 1 },
    heard: { id: 1, imei: '860000000000001', name: 'Gate watch', at: Date.now() },
    trial: {
      ...{ id: 4, deviceName: 'Gate watch', raisedAt: Date.now(), told: 2, pushed: 1, shown: 0 },
      ...{ acknowledgedBy: null, acknowledgedAt: null },
    },
  }
  await open()
  await expect.element(page.getByText('2 people were told')).toBeVisible()
  const legs = () => [...document.querySelectorAll('[data-leg]')].map(leg => leg.getAttribute('data-leg'))
  expect(legs()).toEqual(['done', 'done', 'open', 'missing', 'open'])
  expect(stateOf('alarm')).toBe('left')
  facts = {
    ...facts,
    trial: facts.trial && {
      ...facts.trial,
      shown: 1,
      acknowledgedBy: 'Wang Fang',
      acknowledgedAt: Date.now(),
    },
  }
  await expect.poll(() => stateOf('alarm')).toBe('done')
})

it('can be put away, and says where it is then', async () => {
  await open()
  await page.getByRole('button', { name: 'Put the guide away' }).click()
  await expect.element(page.getByRole('button', { name: 'Take the guide up again' })).toBeVisible()
  expect(menus).toBe(1)
})
