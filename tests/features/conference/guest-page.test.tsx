// The page of a guest's link in a real browser.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { GuestPage } from '../../../src/features/conference/guest-page.tsx'
import type { RoomTicket } from '../../../src/platform/conference/port.ts'
import { RequestError } from '../../../src/platform/request-error.ts'
import '../../../src/resource/later-error-words.ts'
import { endSession } from '../../../src/platform/session-store.ts'
import { wrapUi } from '../../ui/render-ui.tsx'
import { roomStage, ticketOf } from './room-stage.ts'

afterEach(cleanup)

async function show(open: (name: string) => Promise<RoomTicket>) {
  endSession('logout')
  const stage = roomStage()
  const screen = await render(
    wrapUi(
      <QueryClientProvider client={new QueryClient()}>
        <GuestPage ports={stage.ports} open={open} />
      </QueryClientProvider>,
    ),
  )
  return { stage, screen }
}

it('wants a name, then waits for a host, and has no console to go to', async () => {
  const names: string[] = []
  const { stage, screen } = await show(async name => {
    names.push(name)
    return ticketOf('1111')
  })
  await screen.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect.element(screen.getByText('Must not be empty')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Your name' }).fill('  Sun ')
  await screen.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect.poll(() => stage.did).toContain('open 1111')
  expect(names).toEqual(['Sun'])
  stage.world.tell.onState('waiting')
  await expect.element(screen.getByText('A host is asked to let you in')).toBeVisible()
  stage.world.letIn()
  await expect.element(screen.getByRole('button', { name: 'Leave room' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Go to the console' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Call in' })).not.toBeInTheDocument()
  // Whoever comes again asks for another ticket.
  await screen.getByRole('button', { name: 'Leave room' }).click()
  await screen.getByRole('button', { name: 'Join again' }).click()
  await expect.poll(() => names).toEqual(['Sun', 'Sun'])
})

it('says that the link is no longer good', async () => {
  const { screen } = await show(() =>
    Promise.reject(new RequestError({ kind: 'refused', id: 'session.linkInvalid' })),
  )
  await screen.getByRole('textbox', { name: 'Your name' }).fill('Sun')
  await screen.getByRole('button', { name: 'Ask to be let in' }).click()
  await expect.element(screen.getByText('The link is no longer valid')).toBeVisible()
})
