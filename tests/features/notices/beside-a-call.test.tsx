// A door rings while an SOS stands on the screen: both are there for touch, keyboard and screen reader, at every width.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { QUIET_MS } from '../../../src/features/intercom/call-keys.ts'
import { CallsHost } from '../../../src/features/intercom/calls-host.tsx'
import { createNotices, type Notices } from '../../../src/features/notices/notices.driver.ts'
import { NoticesHost } from '../../../src/features/notices/notices-host.tsx'
import { renderUi } from '../../ui/render-ui.tsx'
import { callStage, ringOf } from '../intercom/call-stage.tsx'
import { sosOf } from './sos-stage.ts'

let stage: ReturnType<typeof callStage>
let notices: Notices
let taken: number[]

beforeEach(() => {
  stage = callStage()
  taken = []
  notices = createNotices({
    take: async ids => {
      taken.push(...ids)
      return new Map()
    },
    fetchPending: async () => ({ sos: [], cards: [] }),
    confirmCards: async () => {},
    siren: { ring: () => {}, silence: () => {} },
    announce: () => {},
    lead: () => () => {},
    now: Date.now,
    after: () => () => {},
  })
  notices.start()
})

afterEach(async () => {
  stage.driver.stop()
  notices.stop()
  await cleanup()
})

const SIZES = [
  [390, 844],
  [844, 390],
  [768, 1024],
  [1024, 768],
  [1440, 900],
] as const

const sos = () => page.getByRole('alertdialog', { name: 'SOS emergency' })
const call = () => page.getByRole('alertdialog', { name: 'Block 3, unit 2' })
const answer = () => call().getByRole('button', { name: /^Answer/ })
const takeIt = () => sos().getByRole('button', { name: "I'll take it" })

type First = 'sos' | 'call'

async function both(first: First, [width, height]: readonly [number, number]) {
  await page.viewport(width, height)
  await renderUi(
    <>
      <button type="button">Of the page</button>
      <NoticesHost notices={notices} onMap={() => {}} />
      <CallsHost driver={stage.driver} />
    </>,
  )
  const raise = {
    sos: () => notices.send({ on: 'raised', sos: sosOf(1) }),
    call: () => stage.driver.hear(ringOf(1)),
  }
  const shows = { sos, call }
  const second: First = first === 'sos' ? 'call' : 'sos'
  for (const one of [first, second]) {
    raise[one]()
    await expect.element(shows[one]()).toBeVisible()
  }
}

/** Whether a finger in the middle of it reaches it. */
const reached = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return width > 0 && element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

const focusIn = (dialog: Element) => dialog.contains(document.activeElement)

interface Node {
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
}

/** What a screen reader is given: role and name of everything on the page that is not hidden from it. */
async function spoken(): Promise<string[]> {
  interface Frames {
    frame: { id: string; url: string }
    childFrames?: Frames[]
  }
  const send = (method: string, params: object = {}): Promise<unknown> =>
    (cdp() as { send(method: string, params: object): Promise<unknown> }).send(method, params)
  const { frameTree } = (await send('Page.getFrameTree')) as { frameTree: Frames }
  const frames = (tree: Frames): Frames['frame'][] => [
    tree.frame,
    ...(tree.childFrames ?? []).flatMap(frames),
  ]
  const mine = frames(frameTree).find(({ url }) => url === location.href)
  const { nodes } = (await send('Accessibility.getFullAXTree', { frameId: mine?.id })) as { nodes: Node[] }
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => `${role?.value ?? ''} ${name?.value ?? ''}`.trim())
}

describe.each(SIZES)('at %i × %i', (...size) => {
  it.each<First>(['sos', 'call'])('a finger reaches both; the %s came first', async first => {
    await both(first, size)
    await expect.poll(() => [answer(), takeIt()].map(each => reached(each.element()))).toEqual([true, true])
    const dialogs = [sos(), call()].map(each => each.element().getBoundingClientRect())
    const [a, b] = dialogs
    const apart = a && b && (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top)
    expect(apart, JSON.stringify(dialogs)).toBe(true)
    await answer().click()
    await expect.poll(() => stage.world.did).toContain('answer 1')
    await takeIt().click()
    await expect.poll(() => taken).toEqual([1])
  })
})

describe.each(SIZES)('talking, at %i × %i', (...size) => {
  it('a finger reaches the controls of the call and the SOS that comes', async () => {
    await both('call', size)
    await answer().click()
    await expect.poll(() => stage.driver.read().calls.phase).toMatchObject({ line: 'connected' })
    stage.world.pass(1_000)
    const talk = page.getByRole('dialog', { name: 'Block 3, unit 2' })
    await expect.element(talk).toBeVisible()
    const buttons = () => [
      ...['Unlock', 'Hang up'].map(name => talk.getByRole('button', { name }).element()),
      takeIt().element(),
    ]
    await expect.poll(() => buttons().map(reached)).toEqual([true, true, true])
    await takeIt().click()
    await expect.poll(() => taken).toEqual([1])
    await talk.getByRole('button', { name: 'Hang up' }).click()
    await expect.poll(() => stage.world.did).toContain('leave')
  })
})

it('the keyboard walks through both, and F6 leads from one to the other', async () => {
  await both('call', [1440, 900])
  await expect.poll(() => focusIn(sos().element())).toBe(true)
  await userEvent.keyboard('{F6}')
  await expect.poll(() => focusIn(call().element())).toBe(true)
  expect(document.activeElement).toBe(answer().element())
  await userEvent.keyboard('{F6}')
  expect(focusIn(sos().element())).toBe(true)
  // Round by Tab alone, without a dead end.
  const met = new Set<string>()
  for (let at = 0; at < 14; at += 1) {
    await userEvent.keyboard('{Tab}')
    const { activeElement } = document
    met.add(activeElement?.closest('[role=alertdialog]') ? (activeElement.textContent ?? '') : 'none')
    expect(activeElement?.textContent).not.toBe('Of the page')
  }
  for (const words of ["I'll take it", 'Answer', 'Ignore'])
    expect(
      [...met].some(each => each.startsWith(words)),
      words,
    ).toBe(true)
})

it('letters answer only where the keyboard is', async () => {
  await both('sos', [1024, 768])
  const armed = () => call().element().querySelector('[data-keys]')?.getAttribute('data-keys')
  await expect.poll(armed, { timeout: QUIET_MS * 10 }).toBe('armed')
  expect(focusIn(sos().element())).toBe(true)
  await userEvent.keyboard('a')
  expect(stage.world.did).not.toContain('answer 1')
  await userEvent.keyboard('{F6}')
  await userEvent.keyboard('a')
  await expect.poll(() => stage.world.did).toContain('answer 1')
  expect(taken).toEqual([])
})

it('a screen reader is given both and nothing of the page behind', async () => {
  await both('sos', [1024, 768])
  const said = await spoken()
  for (const name of ['alertdialog SOS emergency', 'alertdialog Block 3, unit 2', "button I'll take it"])
    expect(said).toContain(name)
  expect(said.some(each => each.startsWith('button Answer'))).toBe(true)
  expect(said).not.toContain('button Of the page')
  // Neither claims to be all there is, and what holds them has no words of its own.
  for (const dialog of [sos(), call()]) expect(dialog.element().hasAttribute('aria-modal')).toBe(false)
  expect(said.filter(each => /^dialog/.test(each))).toEqual([])
})

it('one alone is modal', async () => {
  await both('sos', [1024, 768])
  stage.driver.send({ on: 'ignorePressed', callId: 1 })
  stage.world.pass(1_000)
  await expect.element(call()).not.toBeInTheDocument()
  expect(sos().element().getAttribute('aria-modal')).toBe('true')
  expect(focusIn(sos().element())).toBe(true)
})
