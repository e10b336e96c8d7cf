// A building from the front in a real browser: a word in every cell, the keys that walk through it, and 33 floors of 8 at once.
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FrontRoom, BuildingFront as Shown } from '../../../src/contract/endpoints/community.ts'
import { typeWords } from '../../../src/features/alarms/alarm-words.ts'
import { AlarmTypeWordsContext } from '../../../src/features/community/alarm-type-words.ts'
import { BuildingFront } from '../../../src/features/community/building-front.tsx'
import { renderUi } from '../../ui/render-ui.tsx'

const room = (id: number, floorNo: number, place: number, more: Partial<FrontRoom> = {}): FrontRoom => ({
  ...{ id, unitId: 1, floorNo, roomNo: `${floorNo}${String(place).padStart(2, '0')}`, kind: 'home' },
  ...{ state: 'owner', alarm: null, waiting: null, owed: null, ...more },
})

const building = (rooms: FrontRoom[], floors = 2): Shown => ({
  ...{ id: 1, name: 'B1', communityId: 1, communityName: 'Park', floors, rooms },
  units: [
    { id: 1, name: 'Unit 1', device: { id: 9, name: 'Door 9', imei: '1', state: 'offline', heardAt: null } },
  ],
})

test('each cell says what is the matter, and the arrow keys go from room to room', async () => {
  const opened = vi.fn()
  const rooms = [
    room(1, 2, 1, { state: 'alarm', alarm: { type: 'smoke', title: '2F' } }),
    room(2, 2, 2, { state: 'waiting', waiting: 'taking' }),
    room(3, 1, 1, { state: 'owing', owed: 8_750 }),
    room(4, 1, 2, { state: 'empty' }),
  ]
  await renderUi(
    <AlarmTypeWordsContext value={typeWords}>
      <BuildingFront building={building(rooms)} only={undefined} openId={undefined} onOpen={opened} />
    </AlarmTypeWordsContext>,
  )
  await expect.element(page.getByRole('button', { name: '201 Smoke' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '202 To be taken' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '101 Owes 88' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '102 Empty' })).toBeVisible()
  await expect.element(page.getByText('1 waiting')).toBeVisible()
  page.getByRole('button', { name: '201 Smoke' }).element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
  expect(opened).toHaveBeenCalledWith(4)
})

test('33 floors of 8 rooms are drawn at once', async () => {
  const rooms = Array.from({ length: 264 }, (_, at) => room(at + 1, Math.floor(at / 8) + 1, (at % 8) + 1))
  await renderUi(<p>warm</p>)
  const started = performance.now()
  const { container } = await renderUi(
    <BuildingFront
      building={building(rooms, 33)}
      only={undefined}
      openId={undefined}
      onOpen={() => undefined}
    />,
  )
  const took = performance.now() - started
  expect(container.querySelectorAll('[data-room]')).toHaveLength(264)
  // The bench holds the figure on a machine that does nothing else; here it only must not be absurd.
  expect(took).toBeLessThan(2_000)
})
