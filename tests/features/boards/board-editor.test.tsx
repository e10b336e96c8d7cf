// The editor of boards in a real browser: arranged by keys alone, told to screen readers, undone, saved, and a newer version met.
import { msg } from '@lingui/core/macro'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { codes } from '../../../src/contract/errors.ts'
import { recordOf } from '../../../src/domain/keys.ts'
import { figureKeys } from '../../../src/domain/scene/figures.ts'
import { BoardEditor } from '../../../src/features/boards/board-editor.tsx'
import { BoardFace } from '../../../src/features/boards/board-face.tsx'
import { type BoardParts, BoardPartsContext } from '../../../src/features/boards/board-parts.ts'
import type { BoardRow } from '../../../src/features/boards/use-board.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { renderScreen } from '../../resource/render-screen.tsx'

const NOW = Date.now()
const moments = { now: NOW, dayStart: NOW - 3_600_000, today: '2026-03-04' }
const parts: BoardParts = {
  Ground: () => <div>ground</div>,
  Plan: ({ drawingId }) => <div>plan {drawingId}</div>,
  Video: ({ name }) => <div>video {name}</div>,
  lists: [{ key: 'alarm', name: msg`Alarms`, permission: 'alarm.read' }],
  view: async () => undefined,
  figures: recordOf(figureKeys, key => ({ id: key, message: key })),
  zone: 'Asia/Shanghai',
  opens: () => true,
}
const row: BoardRow = {
  ...{
    id: 7,
    version: 3,
    createdAt: NOW,
    updatedAt: NOW,
    name: 'Gate',
    roleIds: [],
    roleNames: [],
    landing: false,
    forWalls: true,
  },
  tiles: [
    { kind: 'clock', key: 'clock', place: { x: 0, y: 0, w: 3, h: 2 } },
    { kind: 'figure', key: 'open', figure: 'openAlarms', place: { x: 3, y: 0, w: 2, h: 2 } },
  ],
  tileCount: 2,
  versionNumber: 2,
  versions: [
    { number: 2, createdAt: NOW, createdBy: 'Li Wei', tiles: 2 },
    { number: 1, createdAt: NOW - 1000, createdBy: 'Wang Fang', tiles: 1 },
  ],
}

type Body = { tiles: BoardRow['tiles']; version?: number }
let saves: Body[]
let answers: Record<string, object>
let refuseSave: boolean
const good = (data: object) => Response.json({ code: 0, msg: '', data })
const answerOf = (key: string) => answers[key] ?? { is: 'open', name: null }

beforeEach(async () => {
  await page.viewport(1440, 900)
  saves = []
  answers = { open: { is: 'count', value: 4, of: null } }
  refuseSave = false
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const url = String(address)
    const body: Body = typeof init?.body === 'string' ? JSON.parse(init.body) : row
    if (url.includes('board/preview') || url.includes('board/snapshot'))
      return good({ moments, tiles: body.tiles.map(({ key }) => ({ key, at: NOW, answer: answerOf(key) })) })
    if (url.includes('board/get')) return good({ ...row, version: 8 })
    if (!url.includes('board/save')) return good({ list: [], total: 0 })
    saves.push(body)
    return refuseSave && body.version === row.version
      ? Response.json({
          code: codes.conflict,
          id: 'row.changed',
          msg: '',
          data: null,
          params: { version: 8 },
        })
      : good({ ...row, ...body, version: 9 })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  endSession('logout')
})

const show = (board = row) =>
  renderScreen(
    <BoardPartsContext value={parts}>
      <BoardEditor row={board} />
    </BoardPartsContext>,
  )
const handle = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const said = () => page.getByTestId('said')
const focus = (element: Element) => element instanceof HTMLElement && element.focus()

test('a tile is moved and resized by keys alone, others make room, and each step is told', async () => {
  await show()
  focus(handle('Clock: column 1, row 1, 3 wide, 2 high').element())
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(said()).toHaveTextContent('Moved to column 2, row 1')
  await expect.element(handle('openAlarms: column 4, row 3, 2 wide, 2 high')).toBeVisible()
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
  await expect.element(said()).toHaveTextContent('3 columns wide, 3 rows high')
  // The focus stays with the tile.
  expect(document.activeElement?.getAttribute('data-handle')).toBe('clock')
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  await expect.element(said()).toHaveTextContent('There is no room there')
})

test('steps are undone and done again by keys', async () => {
  await show()
  focus(handle('Clock: column 1, row 1').element())
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(handle('Clock: column 1, row 2')).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(handle('Clock: column 1, row 1')).toBeVisible()
  await expect.element(said()).toHaveTextContent('Undone')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(handle('Clock: column 1, row 2')).toBeVisible()
})

test('a tile is added with the focus on it, and removed by a key', async () => {
  await show()
  await page.getByRole('button', { name: 'Add tile' }).click()
  await page.getByRole('menuitem', { name: 'Map' }).click()
  await expect.element(said()).toHaveTextContent('Added: Map')
  await expect.element(handle('Map: column 6, row 1, 6 wide, 6 high')).toHaveFocus()
  // A board has one map.
  await page.getByRole('button', { name: 'Add tile' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Map' })).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Escape}')
  focus(handle('Map: column 6').element())
  await userEvent.keyboard('{Delete}')
  await expect.element(said()).toHaveTextContent('Removed: Map')
  expect(page.getByRole('button', { name: /^Map:/ }).elements()).toHaveLength(0)
})

test('a save sends the tiles as they stand', async () => {
  await show()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  focus(handle('Clock: column 1').element())
  await userEvent.keyboard('{ArrowDown}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saves).toHaveLength(1)
  expect(saves[0]).toMatchObject({
    id: 7,
    version: 3,
    tiles: [{ key: 'clock', place: { x: 0, y: 1 } }, { key: 'open' }],
  })
})

test('over a newer version nothing is saved unasked; mine may become a further one', async () => {
  refuseSave = true
  await show()
  focus(handle('Clock: column 1').element())
  await userEvent.keyboard('{ArrowDown}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/Somebody has saved a newer version/)).toBeVisible()
  await page.getByRole('button', { name: 'Save mine as a further version' }).click()
  await expect.poll(() => saves.map(({ version }) => version)).toEqual([3, 8])
  await expect.element(page.getByText(/Somebody has saved a newer version/)).not.toBeInTheDocument()
})

test('versions say who and when, and the one that is shown cannot be restored', async () => {
  await show()
  await expect.element(page.getByText(/Wang Fang/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Restore version 1' })).toBeEnabled()
  expect(page.getByRole('button', { name: 'Restore version 2' }).elements()).toHaveLength(0)
})

const face = (onWall: boolean) =>
  renderScreen(
    <BoardPartsContext value={parts}>
      <BoardFace board={row} onWall={onWall} />
    </BoardPartsContext>,
  )

test.each([
  ['forbidden', 'Your role may not see this'],
  ['gone', 'What it showed is there no longer'],
  ['unset', 'Nothing has been chosen for this tile'],
  ['failed', 'Not available now'],
])('a tile that is %s says so by itself', async (is, words) => {
  answers = { open: { is } }
  await face(false)
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Clock' })).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(0)
})

test('on a wall nothing can be pressed; on a page a figure leads to its list', async () => {
  await face(true)
  await expect.element(page.getByText('4', { exact: true })).toBeVisible()
  expect(page.getByRole('link').elements()).toHaveLength(0)
  expect(page.getByRole('button').elements()).toHaveLength(0)
})

test('a figure leads to its list', async () => {
  await face(false)
  await expect
    .element(page.getByRole('link'))
    .toHaveAttribute('href', expect.stringContaining('#/AlarmHistory?'))
})

test('on a phone the tiles stand one below the other', async () => {
  await page.viewport(390, 844)
  await face(false)
  await expect.element(page.getByRole('heading', { name: 'Clock' })).toBeVisible()
  const [first, second] = page
    .getByRole('listitem')
    .elements()
    .map(each => each.getBoundingClientRect())
  expect(second?.top).toBeGreaterThanOrEqual(first?.bottom ?? Number.POSITIVE_INFINITY)
  expect(first?.width).toBe(second?.width)
})
