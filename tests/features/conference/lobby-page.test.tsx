// The lobby in a real browser: rooms that run, some of them side by side.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { LobbyPage } from '../../../src/features/conference/lobby-page.tsx'
import { configureHttp } from '../../../src/platform/http.ts'
import '../../../src/resource/later-error-words.ts'
import { signIn } from '../../resource/sign-in.ts'
import { wrapUi } from '../../ui/render-ui.tsx'
import { roomStage } from './room-stage.ts'

const running = (roomId: string, more: object = {}) => ({
  roomId,
  displayName: `Crane ${roomId}`,
  participants: 3,
  capacity: 16,
  since: Date.now() - 60_000,
  recordingSince: null,
  locked: false,
  ...more,
})

let rooms: object[] | Response
let stages: ReturnType<typeof roomStage>
let opened: (string | undefined)[]

beforeEach(async () => {
  rooms = [running('1', { recordingSince: Date.now() }), running('2', { locked: true })]
  stages = roomStage()
  opened = []
  await page.viewport(1440, 900)
  configureHttp({
    token: () => 't',
    fetch: async () =>
      rooms instanceof Response
        ? rooms.clone()
        : new Response(JSON.stringify({ code: 0, data: rooms }), {
            headers: { 'Content-Type': 'application/json' },
          }),
  })
})
afterEach(cleanup)

async function show(permissions = ['conference.join']) {
  signIn(permissions)
  return render(
    wrapUi(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LobbyPage
          ports={stages.ports}
          guestAddress={code => code}
          onBack={() => {}}
          onRoom={roomId => opened.push(roomId)}
        />
      </QueryClientProvider>,
    ),
  )
}

it('shows what runs, how many are in, and what is special about it', async () => {
  const screen = await show()
  const first = screen.getByRole('listitem').filter({ hasText: 'Crane 1' })
  await expect.element(first.getByText('Recording')).toBeVisible()
  await expect.element(first.getByText('3 / 16')).toBeVisible()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Crane 2' }).getByText('With a password'))
    .toBeVisible()
})

it('opens rooms side by side; keys go to the chosen one, and one alone is spoken in', async () => {
  const screen = await show()
  await screen.getByRole('button', { name: 'Join room 1' }).click()
  await expect.poll(() => stages.did).toContain('open 1')
  stages.world.ticket = { ...stages.world.ticket, roomId: '1' }
  stages.world.letIn({ displayName: 'Crane 1' })
  const one = screen.getByRole('region', { name: 'Room 1' })
  await one.getByRole('button', { name: /^Microphone/ }).click()
  await expect.element(one.getByRole('button', { name: 'Microphone on', pressed: true })).toBeVisible()
  await screen.getByRole('button', { name: 'Join room 2' }).click()
  await expect.poll(() => stages.did).toContain('open 2')
  await expect.element(screen.getByRole('region', { name: 'Room 2' })).toBeVisible()
  // Whoever turns to another room is not heard in the first any longer.
  await expect.poll(() => stages.did).toContain('set audio false')
  await screen.getByRole('button', { name: 'Close room 1' }).click()
  await expect.element(one).not.toBeInTheDocument()
  expect(stages.did).toContain('leave')
})

it('a room has the whole page on a phone', async () => {
  await page.viewport(390, 844)
  const screen = await show()
  await screen.getByRole('button', { name: 'Join room 2' }).click()
  expect(opened).toEqual(['2'])
  await screen.getByRole('button', { name: 'Join room', exact: true }).click()
  expect(opened).toEqual(['2', undefined])
})

it('says that nobody is in a room', async () => {
  rooms = []
  const screen = await show()
  await expect.element(screen.getByText('Nobody is in a room now')).toBeVisible()
})

it('says that the list did not come, and tries again', async () => {
  rooms = new Response('', { status: 503 })
  const screen = await show()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  rooms = [running('7')]
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Crane 7')).toBeVisible()
})

it('is not for those without the right', async () => {
  const screen = await show([])
  await expect.element(screen.getByText('You may not see this page')).toBeVisible()
})
