// The page of a call between people in a real browser, over a pretended server and line.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import type { CallNotice } from '../../../src/contract/messages.ts'
import type { DirectPorts } from '../../../src/features/intercom/direct-call.driver.ts'
import { DirectCallPage } from '../../../src/features/intercom/direct-call-page.tsx'
import type { DirectAddress } from '../../../src/features/intercom/direct-search.ts'
import { configureHttp } from '../../../src/platform/http.ts'
import { RequestError } from '../../../src/platform/request-error.ts'
import { type CallLine, type JoinOptions, LineError } from '../../../src/platform/rtc/port.ts'
import '../../../src/resource/later-error-words.ts'
import { handClock } from '../../platform/rtc/hand-clock.ts'
import { joinData } from '../../platform/rtc/line-pair.ts'
import { signIn } from '../../resource/sign-in.ts'
import { wrapUi } from '../../ui/render-ui.tsx'

const ME = 7
const people = [
  { id: 9, name: 'Mei', departmentName: 'Guards', online: false, onDuty: null },
  { id: 8, name: 'Lin', departmentName: null, online: true, onDuty: null },
]

let did: string[]
let clock: ReturnType<typeof handClock>
let joins: JoinOptions[]
let line: PromiseWithResolvers<CallLine>
let say: (notice: Partial<CallNotice>) => void
let left: number
let busy: boolean[]
let found: typeof people | Response
let refusal: unknown

const standing = (): CallLine => ({
  attach: video => void did.push(video ? 'attach' : 'detach'),
  attachOwn: () => {},
  has: { microphone: true, camera: true },
  setMicrophone: async on => {
    did.push(`microphone ${on}`)
    joins[0]?.events.onOwnMedia?.({ audio: on, video: true })
  },
  setCamera: async on => void did.push(`camera ${on}`),
  setVolume: percent => void did.push(`volume ${percent}`),
  tracks: () => [],
  framesDecoded: async () => 1,
  hangUp: async () => void did.push('line hung up'),
})

const ports = (): DirectPorts => ({
  async start(userId) {
    did.push(`start ${userId}`)
    if (refusal) throw refusal
    return { calleeName: 'Mei', expiresAt: Date.now() + 30_000, join: { ...joinData(true), callId: 5 } }
  },
  async accept(callId) {
    did.push(`accept ${callId}`)
    if (refusal) throw refusal
    return { callerName: 'Mei', join: { ...joinData(false), callId } }
  },
  end: async callId => void did.push(`end ${callId}`),
  provider: async name => ({
    check: async () => undefined,
    join(options) {
      did.push(`join ${name} ${options.data.offers ? 'offering' : 'answering'}`)
      joins.push(options)
      return line.promise
    },
  }),
  signals: () => ({ send: () => {}, onSignal: () => () => {} }),
  lastNews: () => undefined,
  refusalOf: error => (error instanceof RequestError ? { id: error.id ?? 'failed' } : { id: 'offline' }),
  now: () => Date.now(),
  serverNow: () => Date.now(),
  after: (milliseconds, run) => clock.after(milliseconds, run),
})

async function show(address: DirectAddress = {}, permissions = ['call.direct']) {
  signIn(permissions, { id: ME })
  const made = ports()
  return render(
    wrapUi(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <DirectCallPage
          address={address}
          me={ME}
          ports={made}
          onNews={listener => {
            say = notice => listener({ callId: 5, kind: 'direct', endReason: null, ...notice } as CallNotice)
            return () => {}
          }}
          onBusy={now => busy.push(now)}
          onLeave={() => {
            left += 1
          }}
        />
      </QueryClientProvider>,
    ),
  )
}

beforeEach(() => {
  did = []
  joins = []
  left = 0
  busy = []
  found = people
  refusal = undefined
  clock = handClock()
  line = Promise.withResolvers()
  configureHttp({
    token: () => 't',
    fetch: async input => {
      if (found instanceof Response) return found.clone()
      const search = new URL(String(input), location.href).searchParams.get('search') ?? ''
      const data = found.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      return new Response(JSON.stringify({ code: 0, data }), {
        headers: { 'Content-Type': 'application/json' },
      })
    },
  })
})
afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
})

/** Rings Mei, and Mei answers. */
async function talk() {
  const screen = await show({ caller: ME, callee: 9 })
  await expect.element(screen.getByText('Ringing at the other end')).toBeVisible()
  say({ state: 'answered' })
  await expect.poll(() => joins.length).toBe(1)
  line.resolve(standing())
  await expect.element(screen.getByText('Connected')).toBeVisible()
  return screen
}

describe('choosing', () => {
  it('shows who is at a console first, narrows by name, and calls by keyboard', async () => {
    const screen = await show()
    const rows = screen.getByRole('listitem')
    await expect.element(rows.first().getByText('Lin')).toBeVisible()
    await expect.element(rows.first().getByText('Online')).toBeVisible()
    await expect.element(rows.last().getByText('Guards')).toBeVisible()
    await screen.getByRole('searchbox').fill('me')
    await expect.poll(() => rows.elements().length).toBe(1)
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => did).toEqual(['start 9'])
  })

  it('says why nobody is there', async () => {
    found = []
    const screen = await show()
    await expect.element(screen.getByText('There is nobody to call')).toBeVisible()
    await screen.getByRole('searchbox').fill('zzz')
    await expect.element(screen.getByText('No match')).toBeVisible()
    await screen.getByRole('button', { name: 'Show all' }).click()
    await expect.element(screen.getByText('There is nobody to call')).toBeVisible()
  })

  it('says that the list did not come, and tries again', async () => {
    found = new Response('', { status: 503 })
    const screen = await show()
    await expect.element(screen.getByRole('alert')).toBeVisible()
    found = people
    await screen.getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('Lin')).toBeVisible()
  })

  it('is not for those without the right', async () => {
    const screen = await show({ caller: ME, callee: 9 }, [])
    await expect.element(screen.getByText('You may not see this page')).toBeVisible()
    expect(did).toEqual([])
  })

  it('says what the browser lacks before anybody is called', async () => {
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([])
    const screen = await show()
    await expect.element(screen.getByText('No usable microphone or camera was found')).toBeVisible()
  })
})

describe('the address', () => {
  it('asks once before it calls', async () => {
    const screen = await show({ callee: 9 })
    await expect.element(screen.getByText('Call Mei?')).toBeVisible()
    expect(did).toEqual([])
    await screen.getByRole('button', { name: 'Call', exact: true }).click()
    await expect.element(screen.getByText('Ringing at the other end')).toBeVisible()
    expect(did).toEqual(['start 9'])
  })

  it('answers a call that rings', async () => {
    const screen = await show({ caller: 9, callee: ME, callId: 5 })
    await expect.poll(() => did).toEqual(['accept 5', 'join builtIn answering'])
    await expect.element(screen.getByText('Connecting…')).toBeVisible()
    expect(busy.at(-1)).toBe(true)
  })

  it('is refused for two others', async () => {
    const screen = await show({ caller: 8, callee: 9 })
    await expect.element(screen.getByText('This link is for two other people')).toBeVisible()
    await screen.getByRole('button', { name: 'Choose whom to call' }).click()
    await expect.element(screen.getByText('Lin')).toBeVisible()
    expect(did).toEqual([])
  })
})

describe('ringing', () => {
  it('counts down, and gives up by itself', async () => {
    const screen = await show({ caller: ME, callee: 9 })
    await expect.element(screen.getByText(/^00:(30|[12]\d)$/)).toBeVisible()
    clock.move(40_000)
    await expect.element(screen.getByText('Mei did not answer')).toBeVisible()
    expect(did).toContain('end 5')
    await screen.getByRole('button', { name: 'Call again' }).click()
    await expect.element(screen.getByText('Ringing at the other end')).toBeVisible()
  })

  it('can be cancelled', async () => {
    const screen = await show({ caller: ME, callee: 9 })
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(screen.getByText('You have hung up')).toBeVisible()
    expect(did).toEqual(['start 9', 'end 5'])
    expect(busy.at(-1)).toBe(false)
  })

  it.each([
    ['declined', 'Mei declined the call'],
    ['expired', 'Mei did not answer'],
  ] as const)('says when it is %s', async (endReason, words) => {
    const screen = await show({ caller: ME, callee: 9 })
    await expect.element(screen.getByText('Ringing at the other end')).toBeVisible()
    say({ state: 'missed', endReason })
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(did).toEqual(['start 9'])
  })

  it('says who cannot be reached', async () => {
    refusal = new RequestError({ kind: 'refused', id: 'call.notReachable' })
    const screen = await show({ caller: ME, callee: 9 })
    await expect.element(screen.getByText('This person is not connected right now')).toBeVisible()
  })

  it('says that the server did not answer', async () => {
    refusal = new Error('away')
    const screen = await show({ caller: ME, callee: 9 })
    await expect.element(screen.getByText('No connection to the server')).toBeVisible()
  })
})

/** Whether the browser would ask before the page goes. */
function asksBeforeLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  dispatchEvent(event)
  return event.defaultPrevented
}

describe('talking', () => {
  it('asks before the page goes, and only then', async () => {
    const screen = await show({ caller: ME, callee: 9 })
    await expect.element(screen.getByText('Ringing at the other end')).toBeVisible()
    expect(asksBeforeLeaving()).toBe(false)
    await cleanup()
    did = []
    joins = []
    const call = await talk()
    expect(asksBeforeLeaving()).toBe(true)
    await call.getByRole('button', { name: 'Hang up' }).click()
    await expect.element(call.getByText('You have hung up')).toBeVisible()
    expect(asksBeforeLeaving()).toBe(false)
  })

  it('each screen takes the focus that went with the button before', async () => {
    const screen = await talk()
    await expect.poll(() => document.activeElement?.textContent).toBe('Mei')
    await screen.getByRole('button', { name: 'Hang up' }).click()
    await expect.poll(() => document.activeElement?.textContent).toBe('You have hung up')
  })

  it('mutes, covers, sets the volume, and hangs up', async () => {
    const screen = await talk()
    expect(did).toContain('join builtIn offering')
    expect(did).toContain('attach')
    joins[0]?.events.onOwnMedia?.({ audio: true, video: true })
    const microphone = screen.getByRole('button', { name: /Microphone/ })
    await expect.element(microphone).toHaveAttribute('aria-pressed', 'true')
    await microphone.click()
    await expect.element(screen.getByRole('button', { name: 'Microphone muted' })).toBeVisible()
    await screen.getByRole('button', { name: /Camera/ }).click()
    await screen.getByRole('slider', { name: 'Volume' }).fill('40')
    await screen.getByRole('button', { name: 'Hang up' }).click()
    await expect.element(screen.getByText('You have hung up')).toBeVisible()
    expect(did).toEqual(
      expect.arrayContaining(['microphone false', 'camera false', 'volume 40', 'line hung up', 'end 5']),
    )
    await expect.element(screen.getByText(/You spoke for/)).toBeVisible()
  })

  it('shows the quality, the silence of the other, and a line that is coming back', async () => {
    const screen = await talk()
    const [events] = joins.map(join => join.events)
    events?.onQuality({ level: 'poor', roundTripMs: 700, lossPercent: 12 })
    await expect.element(screen.getByText('Poor connection')).toBeVisible()
    events?.onRemoteMedia({ video: true, audio: false })
    await expect.element(screen.getByText('The other microphone is off')).toBeVisible()
    events?.onState('reconnecting')
    await expect.element(screen.getByText('Reconnecting…')).toBeVisible()
    events?.onState('connected')
    await expect.element(screen.getByText('Connected')).toBeVisible()
  })

  it('a refused microphone can be asked for again', async () => {
    const screen = await talk()
    joins[0]?.events.onProblem('refused')
    await expect.element(screen.getByText(/The microphone was refused/)).toBeVisible()
    await screen.getByRole('button', { name: 'Ask again' }).click()
    expect(did).toContain('microphone true')
    await expect.element(screen.getByText(/The microphone was refused/)).not.toBeInTheDocument()
  })

  it('tells hanging up from a line that broke', async () => {
    const screen = await talk()
    joins[0]?.events.onProblem('network')
    joins[0]?.events.onState('ended')
    await expect.element(screen.getByText('The connection was lost', { exact: true })).toBeVisible()
    expect(did).toContain('end 5')
  })

  it('ends when the other hangs up', async () => {
    const screen = await talk()
    joins[0]?.events.onState('ended')
    await expect.element(screen.getByText('Mei has hung up')).toBeVisible()
  })

  it('a line that does not come about says why', async () => {
    const screen = await show({ caller: 9, callee: ME, callId: 5 })
    await expect.poll(() => joins.length).toBe(1)
    line.reject(new LineError('timeout'))
    await expect.element(screen.getByText('The call could not be set up')).toBeVisible()
    await expect.element(screen.getByText(/could not be set up in time/)).toBeVisible()
  })

  it('giving up while it connects lets go of the line', async () => {
    const screen = await show({ caller: 9, callee: ME, callId: 5 })
    await expect.poll(() => joins.length).toBe(1)
    await screen.getByRole('button', { name: 'Cancel' }).click()
    expect(joins[0]?.abort?.aborted).toBe(true)
    line.resolve(standing())
    await expect.poll(() => did).toContain('line hung up')
    await expect.element(screen.getByText('You have hung up')).toBeVisible()
  })

  it('leaving the page hangs up', async () => {
    await talk()
    await cleanup()
    expect(did).toEqual(expect.arrayContaining(['line hung up', 'end 5']))
    expect(busy.at(-1)).toBe(false)
  })

  it('leads back to the console', async () => {
    const screen = await show()
    await screen.getByRole('button', { name: 'Go to the console' }).click()
    expect(left).toBe(1)
  })
})
