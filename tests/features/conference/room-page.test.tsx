// The page of a conference room in a real browser, over a pretended server and service.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { RoomPage, type RoomPageProps } from '../../../src/features/conference/room-page.tsx'
import { SELF } from '../../../src/platform/conference/port.ts'
import { configureHttp } from '../../../src/platform/http.ts'
import '../../../src/resource/later-error-words.ts'
import { signIn } from '../../resource/sign-in.ts'
import { wrapUi } from '../../ui/render-ui.tsx'
import { memberOf, roomStage } from './room-stage.ts'

const EVERYTHING = ['conference.join', 'conference.host', 'conference.call', 'call.direct', 'device.read']

let stage: ReturnType<typeof roomStage>
let busy: boolean[]
let left: number

async function show(props: Partial<RoomPageProps> = {}, permissions = EVERYTHING) {
  signIn(permissions)
  return render(
    wrapUi(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RoomPage
          voiceOnly={false}
          ports={stage.ports}
          guestAddress={code => `https://console/${code}`}
          onBack={() => {
            left += 1
          }}
          onLobby={() => {}}
          onBusy={now => busy.push(now)}
          {...props}
        />
      </QueryClientProvider>,
    ),
  )
}

beforeEach(async () => {
  stage = roomStage()
  busy = []
  left = 0
  await page.viewport(1440, 900)
})
afterEach(async () => {
  await cleanup()
  vi.restoreAllMocks()
})

type Info = Parameters<typeof stage.world.letIn>[0]

/** Enters room 1111, where these people are. */
async function enter(info: Info = {}, ...others: ReturnType<typeof memberOf>[]) {
  const screen = await show({ roomId: '1111' })
  await expect.poll(() => stage.did).toContain('open 1111')
  stage.world.letIn(info, ...others)
  await expect.element(screen.getByRole('button', { name: 'Leave room' })).toBeVisible()
  return screen
}

describe('joining', () => {
  it('asks for the number, 1111 at first', async () => {
    const screen = await show()
    const number = screen.getByRole('textbox', { name: 'Room number' })
    await expect.element(number).toHaveValue('1111')
    await number.fill('20x7')
    await expect.element(number).toHaveValue('207')
    await screen.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => stage.did).toContain('open 207')
    stage.world.letIn()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(busy.at(-1)).toBe(true)
  })

  it('says that the number is missing', async () => {
    const screen = await show()
    await screen.getByRole('textbox', { name: 'Room number' }).fill('')
    await screen.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => stage.said).toEqual(['noRoomNumber'])
    expect(stage.did).toEqual([])
    await expect.element(screen.getByRole('dialog')).toBeVisible()
  })

  it('says that one is not logged in', async () => {
    stage.world.loggedIn = false
    const screen = await show()
    await screen.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => stage.said).toEqual(['notLoggedIn'])
  })

  it('can be cancelled, and begun from the page', async () => {
    const screen = await show()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await screen.getByRole('button', { name: 'Join room' }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(stage.did).toEqual([])
  })

  it('asks for the password, and says that it was wrong', async () => {
    stage.world.refuseWith(new Error('conference.password'))
    const screen = await show({ roomId: '1111' })
    const password = screen.getByLabelText('Room password')
    await expect.element(password).toBeVisible()
    await expect.element(screen.getByText('The room password is wrong').first()).not.toBeInTheDocument()
    await password.fill('first')
    await screen.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => stage.did).toContain('ticket 1111 first')
    await expect.element(screen.getByRole('dialog').getByText('The room password is wrong')).toBeVisible()
    stage.world.refuseWith(undefined)
    await password.fill('second')
    await screen.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.poll(() => stage.did).toContain('open 1111')
    stage.world.letIn()
    await expect.element(screen.getByRole('button', { name: 'Leave room' })).toBeVisible()
  })

  it.each([
    [{ userId: Number.NaN }, 'The user ID is missing'],
    [{ accountName: '' }, 'The user name is missing'],
    [{ password: '' }, "The user's password is missing"],
    [{ service: '' }, 'The service address is missing'],
    [{ appKey: '' }, 'The appKey is missing'],
  ])('a ticket with %j is not started with', async (part, words) => {
    stage.world.ticket = { ...stage.world.ticket, ...part }
    const screen = await show({ roomId: '1111' })
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(stage.did).not.toContain('open 1111')
  })

  it('the cloud service wants a page on https to choose a screen by', async () => {
    stage.world.ticket = { ...stage.world.ticket, provider: 'cloud' }
    stage.ports.sourceId = 'http://console'
    const screen = await show({ roomId: '1111' })
    await expect.element(screen.getByText('The getsourceId is missing')).toBeVisible()
  })

  it('waits before the door, and can give up', async () => {
    const screen = await show({ roomId: '1111' })
    await expect.poll(() => stage.did).toContain('open 1111')
    stage.world.tell.onState('waiting')
    await expect.element(screen.getByText('A host is asked to let you in')).toBeVisible()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => stage.did).toContain('leave')
    expect(stage.world.aborted).toBe(true)
  })

  it.each([
    ['full', 'The room is full'],
    ['refused', 'The host has not let you in'],
    ['removed', 'A host has removed you from the room'],
    ['elsewhere', 'You went on in another tab or on another device'],
    ['network', 'The connection to the room was lost'],
    ['ended', 'The room was closed for everybody'],
  ] as const)('says when it is %s', async (end, words) => {
    const screen = await enter()
    stage.world.tell.onState('ended', end)
    await expect.element(screen.getByText(words)).toBeVisible()
    expect(stage.did).toContain('leave')
    expect(busy.at(-1)).toBe(false)
  })

  it('is not for those without the right', async () => {
    const screen = await show({ roomId: '1111' }, [])
    await expect.element(screen.getByText('You may not see this page')).toBeVisible()
    expect(stage.did).toEqual([])
    await screen.getByRole('button', { name: 'Go to the console' }).click()
    expect(left).toBe(1)
  })

  it('says what the browser lacks before a room is entered', async () => {
    vi.spyOn(navigator.mediaDevices, 'enumerateDevices').mockResolvedValue([])
    const screen = await show()
    await expect.element(screen.getByText('No usable microphone or camera was found')).toBeVisible()
  })

  it('says that another tab is in the room, and goes on here when asked to', async () => {
    stage.world.held.add('1111')
    const screen = await show({ roomId: '1111' })
    await expect.element(screen.getByText('This room is open in another tab')).toBeVisible()
    expect(stage.did).toEqual([])
    await screen.getByRole('button', { name: 'Go on here' }).click()
    await expect.poll(() => stage.did).toContain('open 1111')
    stage.world.letIn()
    await expect.poll(() => stage.did).toContain('hold 1111')
  })
})

describe('in the room', () => {
  it('shows its name, how many are in, and who', async () => {
    const screen = await enter({}, memberOf('Lin', { isAudio: true, isVideo: true }), memberOf('Bo'))
    await expect.element(screen.getByRole('heading', { name: 'Crane 2' })).toBeVisible()
    await expect.element(screen.getByText('3 people')).toBeVisible()
    const people = screen.getByRole('region', { name: 'List of participants' })
    await expect.element(people.getByText('Mei (you)')).toBeVisible()
    await expect
      .element(people.getByRole('listitem').filter({ hasText: 'Lin' }).getByLabelText('Camera on'))
      .toBeVisible()
    await expect
      .element(people.getByRole('listitem').filter({ hasText: 'Bo' }).getByLabelText('Microphone muted'))
      .toBeVisible()
    await expect.poll(() => stage.did).toContain('attach video Lin')
    expect(stage.did).not.toContain('attach video Bo')
  })

  it('turns nothing on by itself', async () => {
    await enter()
    expect(stage.did.filter(each => each.startsWith('set '))).toEqual([])
  })

  it('switches microphone and camera, by button and by key', async () => {
    const screen = await enter()
    await screen.getByRole('button', { name: /^Microphone/ }).click()
    await expect.element(screen.getByRole('button', { name: 'Microphone on', pressed: true })).toBeVisible()
    screen.getByRole('heading', { name: 'Crane 2' }).element().focus()
    await userEvent.keyboard('v')
    await expect.element(screen.getByRole('button', { name: 'Camera on', pressed: true })).toBeVisible()
    await userEvent.keyboard('m')
    await expect.element(screen.getByRole('button', { name: /^Microphone muted/ })).toBeVisible()
    expect(stage.did.filter(each => each.startsWith('set '))).toEqual([
      'set audio true',
      'set video true',
      'set audio false',
    ])
  })

  it('is heard while the space bar is held, and letters typed into a field mean nothing', async () => {
    const screen = await enter({ host: true })
    screen.getByRole('heading', { name: 'Crane 2' }).element().focus()
    await userEvent.keyboard('{ >}')
    await expect.poll(() => stage.did).toContain('set audio true')
    await userEvent.keyboard('{/ }')
    await expect.poll(() => stage.did).toContain('set audio false')
    stage.did.length = 0
    await screen.getByRole('button', { name: 'Call in' }).click()
    await screen.getByRole('searchbox').fill('')
    await userEvent.keyboard('mv h')
    expect(stage.did).toEqual([])
  })

  it('raises a hand, with how long it is up', async () => {
    const screen = await enter({}, memberOf('Lin'))
    await screen.getByRole('button', { name: /^Raise hand/ }).click()
    expect(stage.did).toContain('hand true')
    await expect.element(screen.getByRole('button', { name: /^Raise hand 00:00:0\d/ })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Raised hands' })).toBeVisible()
    await screen.getByRole('button', { name: /^Raise hand/ }).click()
    expect(stage.did).toContain('hand false')
  })

  it('a host asks, and the person decides', async () => {
    const screen = await enter()
    stage.world.tell.onAsked('audio')
    await expect.element(screen.getByText('A host asks you to turn your microphone on')).toBeVisible()
    expect(stage.did).not.toContain('set audio true')
    await screen.getByRole('button', { name: 'Not now' }).click()
    expect(stage.did).not.toContain('set audio true')
    stage.world.tell.onAsked('video')
    await screen.getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(() => stage.did).toContain('set video true')
  })

  it('asks whether one may be recorded, and names who does not want to be', async () => {
    const screen = await enter(
      { recordingSince: Date.now() - 3_725_000 },
      memberOf('Lin', { consent: false }),
    )
    await expect.element(screen.getByText(/^01:02:0\d$/)).toBeVisible()
    await expect
      .poll(() => screen.getByText(/Not recorded:/).element().textContent)
      .toMatch(/Not recorded: Lin$/)
    stage.world.tell.onConsentWanted()
    await screen.getByRole('button', { name: 'Do not record me' }).click()
    expect(stage.did).toContain('consent false')
    await expect.element(screen.getByRole('button', { name: 'I agree' })).not.toBeInTheDocument()
  })

  it('offers no recording where the room must not be recorded', async () => {
    const screen = await enter({ host: true, record: false })
    await expect.element(screen.getByRole('button', { name: /^Record/ })).not.toBeInTheDocument()
  })

  it('a host admits, asks, removes, records, and closes it for all', async () => {
    stage.world.ticket = { ...stage.world.ticket, provider: 'cloud', recording: 'handle' }
    const screen = await enter({ host: true }, memberOf('Lin', { handSince: Date.now() }))
    stage.world.tell.onWaiting([{ key: 'g', displayName: 'Guest', is: 'guest', since: Date.now() }])
    await screen.getByRole('button', { name: 'Admit Guest' }).click()
    await screen.getByRole('button', { name: 'Turn away Guest' }).click()
    await screen.getByRole('button', { name: 'Ask to speak' }).click()
    await screen.getByRole('button', { name: 'More about Lin' }).click()
    await screen.getByRole('menuitem', { name: 'Remove from the room' }).click()
    await screen.getByRole('button', { name: /^Record/ }).click()
    await expect.element(screen.getByRole('button', { name: /^End recording 00:00:0\d/ })).toBeVisible()
    expect(stage.said).toEqual(['started'])
    await screen.getByRole('button', { name: 'Leave room' }).click()
    await screen.getByRole('button', { name: 'Exit room' }).click()
    await expect.element(screen.getByText('You have left the room')).toBeVisible()
    expect(stage.did).toEqual(
      expect.arrayContaining([
        'admit g true',
        'admit g false',
        'ask Lin audio',
        'remove Lin',
        'record true',
        'stop',
        'leave',
      ]),
    )
  })

  it('says that recording could not be started', async () => {
    stage.world.record = () => Promise.reject(new Error('full'))
    const screen = await enter({ host: true })
    await screen.getByRole('button', { name: /^Record/ }).click()
    await expect.poll(() => stage.said).toEqual(['startFailed'])
    await expect.element(screen.getByRole('button', { name: /^Record off/ })).toBeVisible()
  })

  it('records nothing where it was not set up, or not wholly', async () => {
    stage.world.recording = { type: 2, video: true, bucketName: '' }
    const screen = await enter({ host: true })
    await expect.poll(() => stage.said).toEqual(['recordingIncomplete'])
    await screen.getByRole('button', { name: /^Record/ }).click()
    await expect.poll(() => stage.said).toEqual(['recordingIncomplete', 'recordingNotSet'])
    expect(stage.did).not.toContain('record true')
  })

  it('who is no host has neither recording nor the door', async () => {
    const screen = await enter({}, memberOf('Lin'))
    stage.world.tell.onWaiting([{ key: 'g', displayName: 'Guest', is: 'guest', since: Date.now() }])
    await expect.element(screen.getByText('Waiting to enter')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Admit Guest' })).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: /^Record/ })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Leave room' }).click()
    await expect.element(screen.getByText('You have left the room')).toBeVisible()
    expect(stage.did).not.toContain('stop')
  })

  it('has a picture anew, holds it large, and takes none', async () => {
    const screen = await enter({}, memberOf('Lin', { isVideo: true }), memberOf('Bo', { isVideo: true }))
    await screen.getByRole('button', { name: 'Refresh: Bo' }).click()
    expect(stage.did).toContain('refresh Bo')
    await expect.element(screen.getByLabelText('Video of Lin')).toBeVisible()
    const element = stage.elements.get('Bo')
    await screen.getByRole('button', { name: 'More about Bo' }).click()
    await screen.getByRole('menuitem', { name: 'Keep large' }).click()
    await expect.element(screen.getByRole('button', { name: 'Follow the speaker: Bo' })).toBeVisible()
    // The same element: the picture goes on without a gap.
    expect(stage.did).not.toContain('detach video Bo')
    expect(stage.elements.get('Bo')).toBe(element)
    stage.world.tellMembers(memberOf(SELF), memberOf('Lin', { isVideo: true, subscribe: false }))
    await screen.getByRole('button', { name: 'Subscribe to the picture of Lin' }).click()
    expect(stage.did).toContain('subscribe Lin true')
  })

  it('says which layer arrives, and why it is low', async () => {
    const screen = await enter({}, memberOf('Lin', { isVideo: true }))
    stage.world.tell.onHealth(
      { level: 'poor', roundTripMs: 380, downBitsPerSecond: 310_000, upBitsPerSecond: 0, upLayers: 1 },
      new Map([
        [
          'Lin',
          {
            width: 320,
            height: 180,
            framesPerSecond: 12,
            bitsPerSecond: 120_000,
            lossPercent: 4,
            limitedBy: 'network',
          },
        ],
      ]),
    )
    await expect
      .element(screen.getByText(/Low definition.*320×180.*12 fps.*120 kbit\/s.*weak network/))
      .toBeVisible()
    await expect.element(screen.getByText('Poor connection')).toBeVisible()
    await expect.element(screen.getByText(/4% lost/)).toBeVisible()
  })

  it('a microphone that is refused can be asked for again', async () => {
    stage.world.switching = 'silent'
    const screen = await enter()
    await screen.getByRole('button', { name: /^Microphone/ }).click()
    stage.world.tell.onProblem('refused')
    await expect.element(screen.getByText(/The microphone was refused/)).toBeVisible()
    stage.world.switching = 'told'
    await screen.getByRole('button', { name: 'Ask again' }).click()
    await expect.element(screen.getByRole('button', { name: 'Microphone on', pressed: true })).toBeVisible()
    await expect.element(screen.getByText(/The microphone was refused/)).not.toBeInTheDocument()
  })

  it('shows that it is being brought back', async () => {
    const screen = await enter()
    stage.world.tell.onState('back')
    await expect.element(screen.getByText(/what was muted stays muted/)).toBeVisible()
    stage.world.tell.onState('in')
    await expect.element(screen.getByText(/what was muted stays muted/)).not.toBeInTheDocument()
  })

  it('says aloud who comes, and who leaves', async () => {
    const screen = await enter({}, memberOf('Lin'))
    await expect.element(screen.getByText('Lin has joined')).not.toBeInTheDocument()
    stage.world.tellMembers(memberOf(SELF), memberOf('Lin'), memberOf('Bo'))
    await expect.element(screen.getByText('Bo has joined')).toBeInTheDocument()
    stage.world.tellMembers(memberOf(SELF), memberOf('Bo'))
    await expect.element(screen.getByText('Lin has left')).toBeInTheDocument()
  })

  it('tells of itself', async () => {
    const screen = await enter({ host: true, password: '9x' })
    await screen.getByRole('button', { name: 'Room information' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Room information' })
    for (const words of ['Crane 2', '1111', '9x', '16'])
      await expect.element(dialog.getByText(words)).toBeVisible()
  })

  it('who was muted is muted when they are back; who leaves the page leaves the room', async () => {
    const screen = await enter()
    await screen.getByRole('button', { name: /^Camera/ }).click()
    await screen.getByRole('button', { name: 'Leave room' }).click()
    await screen.getByRole('button', { name: 'Join again' }).click()
    await expect.poll(() => stage.did.filter(each => each === 'open 1111')).toHaveLength(2)
    stage.did.length = 0
    stage.world.letIn()
    await expect.element(screen.getByRole('button', { name: 'Camera on', pressed: true })).toBeVisible()
    expect(stage.did.filter(each => each.startsWith('set '))).toEqual(['set video true'])
    await cleanup()
    expect(stage.did).toEqual(expect.arrayContaining(['leave', 'let go 1111']))
    expect(busy.at(-1)).toBe(false)
  })

  it('asks before the page goes while one is in, and only then', async () => {
    const asks = () => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    }
    const screen = await enter()
    expect(asks()).toBe(true)
    await screen.getByRole('button', { name: 'Leave room' }).click()
    await expect.element(screen.getByText('You have left the room')).toBeVisible()
    expect(asks()).toBe(false)
  })
})

describe('calling in', () => {
  const people = [
    { id: 9, name: 'Ada', departmentName: 'Guards', online: true },
    { id: 8, name: 'Ben', departmentName: null, online: false },
  ]
  let asked: { url: string; body: string }[]
  beforeEach(() => {
    asked = []
    configureHttp({
      token: () => 't',
      fetch: async (input, init) => {
        const url = String(input)
        asked.push({ url, body: String(init?.body ?? '') })
        const data = url.includes('conference/people') ? people : { ringing: [9], offline: [] }
        return new Response(JSON.stringify({ code: 0, data }), {
          headers: { 'Content-Type': 'application/json' },
        })
      },
    })
  })

  it('rings the colleagues who are chosen', async () => {
    const screen = await enter({}, memberOf('Lin'))
    await screen.getByRole('button', { name: 'Call in' }).click()
    await screen.getByRole('checkbox', { name: /Ada/ }).click()
    await expect.element(screen.getByText('1 chosen')).toBeVisible()
    await screen.getByRole('button', { name: 'Call', exact: true }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    const sent = asked.find(({ url }) => url.includes('conference/ring'))
    expect(JSON.parse(sent?.body ?? '{}')).toEqual({ roomId: '1111', userIds: [9] })
  })

  it('stops ringing whoever is rung', async () => {
    const screen = await enter({}, memberOf('Lin'))
    stage.world.tell.onRinging([
      { key: 'u9', displayName: 'Ada', imei: null, until: Date.now() + 20_000 },
      { key: 'd86', displayName: 'Helmet 1', imei: '86', until: Date.now() + 20_000 },
    ])
    await screen.getByRole('button', { name: 'Stop calling Ada' }).click()
    await expect.poll(() => asked.find(({ url }) => url.includes('callOff'))).toBeTruthy()
    const sent = asked.find(({ url }) => url.includes('callOff'))
    expect(JSON.parse(sent?.body ?? '{}')).toEqual({ roomId: '1111', keys: ['u9'] })
    await expect.element(screen.getByRole('button', { name: 'Stop calling Helmet 1' })).toBeVisible()
  })

  it('sends nothing when nobody is chosen', async () => {
    const screen = await enter({}, memberOf('Lin'))
    await screen.getByRole('button', { name: 'Call in' }).click()
    await expect.element(screen.getByRole('checkbox', { name: /Ada/ })).toBeVisible()
    await screen.getByRole('button', { name: 'Call', exact: true }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(asked.some(({ url }) => url.includes('conference/ring'))).toBe(false)
  })

  it('is not for those without the right', async () => {
    signIn(['conference.join'])
    const screen = await show({ roomId: '1111' }, ['conference.join'])
    await expect.poll(() => stage.did).toContain('open 1111')
    stage.world.letIn({})
    await expect.element(screen.getByRole('button', { name: 'Leave room' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Call in' })).not.toBeInTheDocument()
  })
})

describe('by voice', () => {
  it('is joined without a picture, and spoken in while the button is held', async () => {
    const screen = await show({ roomId: '1111', voiceOnly: true })
    await expect.poll(() => stage.did).toContain('open 1111')
    expect(stage.world.voiceOnly).toBe(true)
    stage.world.letIn({ host: true }, memberOf('Lin', { isVideo: true }))
    await expect.element(screen.getByRole('button', { name: 'Leave room' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Camera/ })).not.toBeInTheDocument()
    expect(stage.did).not.toContain('attach video Lin')
    const talk = screen.getByRole('button', { name: /to talk/ }).last()
    talk.element().focus()
    await userEvent.keyboard('{ >}')
    await expect.element(screen.getByText('You are heard').first()).toBeVisible()
    expect(stage.did).toContain('set audio true')
    await userEvent.keyboard('{/ }')
    await expect.poll(() => stage.did).toContain('set audio false')
  })
})

describe('push to talk', () => {
  async function talk(...others: ReturnType<typeof memberOf>[]) {
    const screen = await show({ roomId: '1111', voiceOnly: true })
    await expect.poll(() => stage.did).toContain('open 1111')
    stage.world.letIn({ host: true }, ...others)
    stage.world.tellFloor(null)
    await expect.element(screen.getByText('The floor is free')).toBeVisible()
    return { screen, key: screen.getByRole('button', { name: /to talk/ }).last() }
  }
  const speaks = () => stage.did.filter(done => done.startsWith('set audio'))

  it('is what a voice room begins with', async () => {
    await talk(memberOf('Lin'))
    expect(stage.world.pushToTalk).toBe(true)
  })

  it('the key asks, and one is heard only with the floor', async () => {
    const { screen, key } = await talk(memberOf('Lin'))
    key.element().focus()
    await userEvent.keyboard('{ >}')
    await expect.element(screen.getByRole('button', { name: 'Wait for your turn' })).toBeVisible()
    expect(stage.did).toContain('want true')
    expect(speaks()).toEqual([])
    stage.world.tellFloor('Lin', SELF)
    await expect.element(screen.getByText('You are next')).toBeVisible()
    stage.world.tellFloor(SELF)
    await expect.element(screen.getByText('You have the floor')).toBeVisible()
    await expect.poll(speaks).toEqual(['set audio true'])
    await userEvent.keyboard('{/ }')
    await expect.poll(() => stage.did).toContain('want false')
    expect(speaks()).toEqual(['set audio true', 'set audio false'])
  })

  it('says who speaks, who waits, and who has taken the floor from one', async () => {
    const { screen, key } = await talk(memberOf('Lin'), memberOf('Wu'))
    stage.world.tellFloor('Lin', 'Wu')
    await expect.element(screen.getByText('Lin speaks')).toBeVisible()
    await expect.element(screen.getByText('Waiting: Wu')).toBeVisible()
    key.element().focus()
    await userEvent.keyboard('{ >}')
    stage.world.tellFloor(SELF)
    await expect.poll(speaks).toEqual(['set audio true'])
    stage.world.tellFloor('Wu', SELF)
    await expect.poll(speaks).toEqual(['set audio true', 'set audio false'])
    await userEvent.keyboard('{/ }')
  })

  it('a press of the microphone takes the floor, and the next one gives it back', async () => {
    const { screen } = await talk(memberOf('Lin'))
    await screen.getByRole('button', { name: /^Microphone/ }).click()
    await expect.poll(() => stage.did).toContain('want true')
    stage.world.tellFloor(SELF)
    await expect.poll(speaks).toEqual(['set audio true'])
    await screen.getByRole('button', { name: /^Microphone/ }).click()
    await expect.poll(() => stage.did).toContain('want false')
  })

  it('a host turns it off for everybody', async () => {
    const { screen } = await talk(memberOf('Lin'))
    await screen.getByRole('button', { name: 'Room information' }).click()
    await screen.getByRole('switch').click()
    expect(stage.did).toContain('turn false')
  })
})

describe('leaving as a host', () => {
  it('nobody is asked while another host stays', async () => {
    const screen = await enter({ host: true }, memberOf('Lin', { host: true }))
    await screen.getByRole('button', { name: 'Leave room' }).click()
    await expect.element(screen.getByText('You have left the room')).toBeVisible()
    expect(stage.did).not.toContain('stop')
  })

  it('the room can still be closed for everybody', async () => {
    const screen = await enter({ host: true }, memberOf('Lin', { host: true }))
    await screen.getByRole('button', { name: 'Room information' }).click()
    await screen.getByRole('button', { name: 'Exit room' }).click()
    await expect.poll(() => stage.did).toContain('stop')
  })
})

describe('devices of the address', () => {
  it('are called once one is in, and only once', async () => {
    const asked: unknown[] = []
    configureHttp({
      token: () => 't',
      fetch: async (_input, init) => {
        asked.push(JSON.parse(String(init?.body)))
        return new Response(JSON.stringify({ code: 0, data: { called: ['1'], offline: [] } }), {
          headers: { 'Content-Type': 'application/json' },
        })
      },
    })
    const imeis = ['860000000000011', '860000000000012']
    await show({ roomId: '1111', calls: { imeis, hide: true } })
    await expect.poll(() => stage.did).toContain('open 1111')
    expect(asked).toEqual([])
    stage.world.letIn({}, memberOf('Lin'))
    await expect.poll(() => asked).toEqual([{ imeis, hide: true, roomId: '1111', video: true }])
    stage.world.tell.onState('back')
    stage.world.tell.onState('in')
    expect(asked).toHaveLength(1)
  })
})

describe('on a phone', () => {
  it('has the list over the pictures, and the rest under More', async () => {
    await page.viewport(390, 844)
    const screen = await enter({ host: true }, memberOf('Lin', { isVideo: true }))
    await expect.element(screen.getByRole('region', { name: 'List of participants' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Participants: 2' }).click()
    await expect.element(screen.getByRole('region', { name: 'List of participants' })).toBeVisible()
    await screen.getByRole('button', { name: 'Close' }).click()
    await screen.getByRole('button', { name: 'More' }).click()
    await screen.getByRole('menuitem', { name: 'Room information' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Room information' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
