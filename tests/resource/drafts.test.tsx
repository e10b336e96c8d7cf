// What somebody has entered and not saved: sealed on the device, there again for them alone, gone when it is given up.
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { alarmView } from '../../src/features/alarms/alarm.view.tsx'
import { EditedFence } from '../../src/features/fences/edited-fence.tsx'
import { fenceView } from '../../src/features/fences/fence.view.tsx'
import { endSession, getSession } from '../../src/platform/session-store.ts'
import { CommandDialog } from '../../src/resource/action-dialogs.tsx'
import { ActionsProvider } from '../../src/resource/actions.tsx'
import { closeDrafts, draftPlace, dropDrafts, followDrafts, openDrafts } from '../../src/resource/drafts.ts'
import { useShapeEditor } from '../../src/resource/map/use-shape-editor.ts'
import { DraftNote, readValues, useDraft } from '../../src/resource/use-draft.tsx'
import { fakeBackEnd } from '../fakes/fake-back-end.ts'
import { renderUi, wrapUi } from '../ui/render-ui.tsx'
import { renderScreen } from './render-screen.tsx'
import { signIn } from './sign-in.ts'

const keysOf = (sign: string) => ({
  seal: sign.repeat(43),
  tell: 't'.repeat(43),
  revoke: 'r'.repeat(43),
})
const stored = () => Object.entries(localStorage).filter(([key]) => key.includes('draft'))
const PLACE = 'gatehouse-kept-1-7-draft-device-5'

/** Somebody logs in, as the page does it. */
async function come(id = 7, sign = 'A'): Promise<void> {
  signIn(['*'], { id, keys: keysOf(sign) })
  await openDrafts({ tenantId: 1, id, keys: keysOf(sign) })
}
const written = () => expect.poll(() => stored().length)

beforeEach(() => {
  endSession('logout')
  dropDrafts()
  localStorage.clear()
})

test('nothing of it can be read on the device', async () => {
  await come()
  draftPlace('device-5').write({ name: 'Mrs Zhao, third floor' })
  await written().toBe(1)
  const text = JSON.stringify(stored())
  for (const word of ['Zhao', 'floor', 'name']) expect(text).not.toContain(word)
})

test('it is there again for the same person: after a reload, and after an expired session', async () => {
  await come()
  draftPlace('device-5').write({ name: 'Mrs Zhao' })
  await written().toBe(1)
  endSession('expired')
  closeDrafts()
  expect(draftPlace('device-5').read()).toBe(undefined)
  await come()
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
})

test('what was typed last before the session ended is still written', async () => {
  await come()
  draftPlace('device-5').write({ name: 'Mrs Zh' })
  draftPlace('device-5').write({ name: 'Mrs Zhao' })
  endSession('expired')
  closeDrafts()
  await written().toBe(1)
  await come()
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
})

test('another key does not open it, and it does not open in another place', async () => {
  await come()
  draftPlace('device-5').write({ name: 'Mrs Zhao' })
  await written().toBe(1)
  localStorage.setItem('gatehouse-kept-1-7-draft-device-6', localStorage.getItem(PLACE) ?? '')
  closeDrafts()
  await come()
  expect(draftPlace('device-6').read()).toBe(undefined)
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
  closeDrafts()
  await come(7, 'B')
  expect(draftPlace('device-5').read()).toBe(undefined)
})

test('a form that outlives a change of persons writes nothing for the next one', async () => {
  await come()
  const left = draftPlace('device-5')
  left.write({ name: 'Mrs Zhao' })
  await written().toBe(1)
  endSession('switched')
  closeDrafts()
  await come(8, 'B')
  draftPlace('device-5').write({ name: 'Mr Li' })
  await written().toBe(2)
  left.write(undefined)
  left.write({ name: 'too late' })
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mr Li' })
  expect(stored()).toHaveLength(2)
})

test('after a logout nothing that was on its way is written', async () => {
  await come()
  draftPlace('device-5').write({ name: 'Mrs Zhao' })
  endSession('logout')
  dropDrafts()
  localStorage.clear()
  await come(8, 'B')
  // Sealed after it, so written after it too.
  draftPlace('device-9').write({ name: 'Mr Li' })
  await written().toBe(1)
  expect(localStorage.getItem(PLACE)).toBe(null)
})

test('what lay there in the clear is sealed', async () => {
  localStorage.setItem(PLACE, JSON.stringify({ name: 'Mrs Zhao' }))
  await come()
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
  await expect.poll(() => localStorage.getItem(PLACE)).not.toContain('Zhao')
  expect(localStorage.getItem(PLACE)).not.toBe(null)
})

test('who has no key leaves nothing on the device', async () => {
  signIn(['*'])
  await openDrafts({ tenantId: 1, id: 7 })
  draftPlace('device-5').write({ name: 'Mrs Zhao' })
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
  await new Promise(resolve => setTimeout(resolve))
  expect(stored()).toEqual([])
})

test('another tab sees what was written, and what was given up', async () => {
  followDrafts()
  await come()
  draftPlace('device-5').write({ name: 'Mrs Zhao' })
  await written().toBe(1)
  const sealed = localStorage.getItem(PLACE)
  draftPlace('device-5').write(undefined)
  localStorage.setItem(PLACE, sealed ?? '')
  dispatchEvent(new StorageEvent('storage', { key: PLACE }))
  await expect.poll(() => draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
  localStorage.removeItem(PLACE)
  dispatchEvent(new StorageEvent('storage', { key: PLACE }))
  await expect.poll(() => draftPlace('device-5').read()).toBe(undefined)
})

function Form() {
  const draft = useDraft('device-5', { read: readValues })
  const [text, setText] = useState(String(draft.found?.name ?? ''))
  return (
    <>
      <DraftNote draft={draft} onStartOver={() => setText('')} />
      <input
        aria-label="Name"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          draft.write({ name: value })
        }}
      />
    </>
  )
}
const field = () => page.getByRole('textbox', { name: 'Name' })

test('a form begins with its draft, says so, and starts over on demand', async () => {
  await come()
  draftPlace('device-5').write({ name: 'Mrs Zhao' })
  await renderUi(<Form />)
  await expect.element(field()).toHaveValue('Mrs Zhao')
  await expect.element(page.getByText(/What you entered last time is still here/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Start over' }))
  await expect.element(field()).toHaveValue('')
  expect(draftPlace('device-5').read()).toBe(undefined)
})

test('who leaves a form gives it up; whose session ended does not', async () => {
  await come()
  const shown = await renderUi(<Form />)
  await userEvent.fill(field(), 'Mrs Zhao')
  await shown.unmount()
  expect(draftPlace('device-5').read()).toBe(undefined)
  const again = await renderUi(<Form />)
  await userEvent.fill(field(), 'Mrs Zhao')
  await written().toBe(1)
  endSession('expired')
  closeDrafts()
  await again.unmount()
  expect(getSession()).toBe(undefined)
  await come()
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
})

test('a form that takes the place of another keeps what was entered into that one', async () => {
  await come()
  const shown = await renderUi(<Form key="before" />)
  await userEvent.fill(field(), 'Mrs Zhao')
  await shown.rerender(wrapUi(<Form key="after" />))
  await expect.element(field()).toHaveValue('Mrs Zhao')
  expect(draftPlace('device-5').read()).toEqual({ name: 'Mrs Zhao' })
})

describe('a dialog of a command', () => {
  const show = (ids: number[]) =>
    renderScreen(
      <CommandDialog
        view={alarmView}
        name="handle"
        rows={ids.map(rowId => ({ id: rowId, version: 1 }))}
        skipped={[]}
        busy={false}
        nameOf={row => `Alarm ${row.id}`}
        onRun={() => {}}
        onCancel={() => {}}
      />,
      { facts: { keys: keysOf('A') } },
    )
  const note = () => page.getByRole('textbox', { name: 'What was found and done' })

  test('keeps what was written about these rows', async () => {
    await come()
    await show([5, 9])
    await userEvent.fill(note(), 'On the stairs')
    expect(draftPlace('alarm-handle-5-9').read()).toEqual({ note: 'On the stairs' })
    await written().toBe(1)
    expect(JSON.stringify(stored())).not.toContain('stairs')
  })

  test('begins with it, and has nothing of it for others', async () => {
    await come()
    draftPlace('alarm-handle-5').write({ note: 'On the stairs' })
    await show([6])
    await expect.element(note()).toHaveValue('')
    await cleanup()
    await show([5])
    await expect.element(note()).toHaveValue('On the stairs')
  })
})

describe('a geofence', () => {
  function Fences() {
    const editor = useShapeEditor()
    return (
      <ActionsProvider view={fenceView}>
        <EditedFence search={{ new: 'polygon' }} editor={editor} onSaved={() => {}} onClose={() => {}} />
        <output>
          {editor.shape?.kind === 'polygon' ? `${editor.shape.rings[0]?.length} corners` : 'nothing'}
        </output>
        <button
          type="button"
          onClick={() =>
            editor.send({
              is: 'replaced',
              shape: {
                kind: 'polygon',
                rings: [
                  [
                    { longitude: 106, latitude: 29 },
                    { longitude: 106.1, latitude: 29 },
                    { longitude: 106.1, latitude: 29.1 },
                  ],
                ],
              },
            })
          }
        >
          Draw
        </button>
      </ActionsProvider>
    )
  }
  const drawn = () => page.getByRole('status').filter({ hasText: /corners|nothing/ })

  test('keeps its shape, and is drawn with it again', async () => {
    fakeBackEnd([])
    await come()
    await renderScreen(<Fences />, { facts: { keys: keysOf('A') } })
    await expect.element(drawn()).toHaveTextContent('nothing')
    await userEvent.click(page.getByRole('button', { name: 'Draw' }))
    await expect.element(drawn()).toHaveTextContent('3 corners')
    await expect.poll(() => draftPlace('fence').read()).toMatchObject({ shape: 'polygon' })
    const kept = draftPlace('fence').read()
    await cleanup()
    draftPlace('fence').write(kept)
    await renderScreen(<Fences />, { facts: { keys: keysOf('A') } })
    await expect.element(drawn()).toHaveTextContent('3 corners')
    await userEvent.click(page.getByRole('button', { name: 'Start over' }))
    await expect.element(drawn()).toHaveTextContent('nothing')
  })
})
