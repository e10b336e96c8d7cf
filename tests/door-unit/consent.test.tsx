// The visitor at a door unit is asked before a conversation is recorded: pressed by hand, by keyboard, and read by a screen reader.
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { quietDoor } from '../../src/domain/intercom/door-unit.ts'
import type { Door, DoorRecording, DoorView } from '../../src/door-unit/door.driver.ts'
import '../../src/door-unit/page.css'
import { TalkScreen } from '../../src/door-unit/talk-screen.tsx'
import { wearSkin } from '../../src/door-unit/wear-skin.ts'

let answers: boolean[]
let hungUp: number
const door: Door = {
  adverts: {
    subscribe: () => () => {},
    read: () => undefined,
    touched: () => {},
    inUse: () => {},
    started: () => {},
    ended: () => {},
    broke: () => {},
    hear: () => {},
    clock: () => {},
    online: () => {},
    stop: () => {},
  },
  subscribe: () => () => {},
  read: () => viewOf({ is: 'none' }),
  now: () => 0,
  ring: () => false,
  hangUp: () => void hungUp++,
  attach: () => {},
  agree: yes => void answers.push(yes),
  giveCard: () => {},
  lookForCode: () => {},
  sendGuestCode: () => false,
  stop: () => {},
}
const viewOf = (recording: DoorRecording): DoorView => ({
  wire: 'online',
  call: quietDoor,
  opened: false,
  looking: false,
  writing: undefined,
  remote: { video: false, audio: true },
  problem: undefined,
  recording,
})
const talk = (recording: DoorRecording) => (
  <I18nProvider i18n={i18n}>
    <TalkScreen
      door={door}
      call={{ at: 'talking', callId: 7, roomNo: '802', by: 'Mei', line: 'standing' }}
      view={viewOf(recording)}
    />
  </I18nProvider>
)
const show = (recording: DoorRecording) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  wearSkin()
  return render(talk(recording))
}
beforeEach(() => {
  answers = []
  hungUp = 0
})

const question = page.getByRole('alert').getByText('May this conversation be recorded?')
const isRecorded = page.getByRole('status').getByText('This conversation is being recorded.')
const no = page.getByRole('button', { name: 'No', exact: true })
const back = page.getByRole('button', { name: 'I no longer agree' })
const faults = async () => {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa'] },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('of a conversation that is not recorded nothing is said', async () => {
  await show({ is: 'none' })
  await expect.element(page.getByRole('status').getByText('You are speaking with Mei')).toBeVisible()
  await expect.element(page.getByText(/recorded/)).not.toBeInTheDocument()
  expect(page.getByRole('button').elements()).toHaveLength(1)
})

test('the question is said aloud, and yes and no are as they say', async () => {
  await show({ is: 'asked' })
  await expect.element(question).toBeVisible()
  expect(await faults()).toEqual([])
  expect(answers).toEqual([])
  await page.getByRole('button', { name: 'I agree' }).click()
  expect(answers).toEqual([true])
  await no.click()
  expect(answers).toEqual([true, false])
  expect(hungUp).toBe(0)
})

test('it comes over the conversation, which goes on', async () => {
  const { rerender } = await show({ is: 'none' })
  await rerender(talk({ is: 'asked' }))
  await expect.element(question).toBeVisible()
  await expect.element(page.getByRole('status').getByText('You are speaking with Mei')).toBeVisible()
  await rerender(talk({ is: 'none' }))
  await expect.element(question).not.toBeInTheDocument()
})

test('by keyboard: what had the focus keeps it, and nothing is agreed to by accident', async () => {
  const { rerender } = await show({ is: 'none' })
  await rerender(talk({ is: 'asked' }))
  await expect.element(question).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Hang up' })).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(no).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(answers).toEqual([false])
})

test('while it goes on, what was agreed to is taken back', async () => {
  await show({ is: 'on', agreed: true })
  await expect.element(isRecorded).toBeVisible()
  expect(await faults()).toEqual([])
  await back.click()
  expect(answers).toEqual([false])
})

test('where it only has to be known, it is told and nothing is to be pressed', async () => {
  await show({ is: 'on', agreed: false })
  await expect.element(isRecorded).toBeVisible()
  await expect.element(back).not.toBeInTheDocument()
  await expect.element(no).not.toBeInTheDocument()
})
