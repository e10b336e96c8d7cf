// The port over a service that is made up in the page: its media end is another connection of the same browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeState, roleOf } from '../../../src/domain/conference/conference.ts'
import type { RoomEnd } from '../../../src/domain/conference/session.ts'
import { createRoomPort } from '../../../src/platform/conference/built-in.ts'
import type { RoomEvents, RoomLine, RoomMember, RoomTicket } from '../../../src/platform/conference/port.ts'

const ticket: RoomTicket = {
  provider: 'builtIn',
  service: '/conference',
  appKey: 'key',
  userId: 7,
  accountName: 'u7',
  displayName: 'Anna',
  password: 'ticket',
  roomId: '1111',
  iceServers: [],
}
const room = {
  roomId: '1111',
  displayName: 'Tower 2',
  password: null,
  capacity: 16,
  maxResolution: 1,
  channelId: 'room_1111',
  recordingSince: null,
}
const self = {
  userName: 'u7',
  displayName: 'Anna',
  role: roleOf('host'),
  state: encodeState({ audio: false, video: false }),
}
const other = {
  userName: 'u8',
  displayName: 'Boris',
  role: roleOf('person'),
  state: encodeState({ audio: true, video: true }),
}

/** What the service was told, and what it says next. */
let commands: { cmd: string; [field: string]: unknown }[]
let due: string[]
let logins: number
let known: boolean
let far: RTCPeerConnection | undefined
let line: RoomLine | undefined

const tell = (event: object) =>
  due.push(JSON.stringify({ from: 'service', to: '', type: 'msg', txt: JSON.stringify(event) }))
const join = () => tell({ event: 'onconfjoinok', room, members: [other], self })

async function answer(sdp: string) {
  far?.close()
  far = new RTCPeerConnection()
  await far.setRemoteDescription({ type: 'offer', sdp })
  await far.setLocalDescription(await far.createAnswer())
  due.push(
    JSON.stringify({
      from: 'service',
      to: '',
      type: 'sdp',
      sdp: { type: 'answer', sdp: far.localDescription?.sdp },
    }),
  )
}

async function serve(path: string, body: string | undefined): Promise<unknown> {
  if (path.includes('/v1/conference/')) {
    logins++
    known = true
    return { ret: 0, data: { instanceId: 'i', confNum: '1111', iceServers: [] } }
  }
  if (!known) return { ret: 3, msg: 'invalid instanceId' }
  if (path.includes('/get/')) return { ret: 0, data: due.splice(0) }
  for (const text of JSON.parse(body ?? '{}').data) {
    const message = JSON.parse(text)
    if (message.type === 'sdp') await answer(message.sdp.sdp)
    if (message.type !== 'cmd') continue
    const command = JSON.parse(message.txt)
    commands.push(command)
    if (command.cmd === 'getrealm') tell({ event: 'ongetrealmok', realm: '1' })
    if (command.cmd === 'joinroom') {
      tell({ event: 'joinroom', ret: 0 })
      join()
    }
  }
  return { ret: 0 }
}

/** The page asks twice a second, and connections take their time on a busy machine. */
const soon = (holds: () => void) => vi.waitFor(holds, { timeout: 15_000 })

const states: [string, RoomEnd | undefined][] = []
let members: readonly RoomMember[] = []
const events: RoomEvents = {
  onState: (state, end) => void states.push([state, end]),
  onRoom: () => {},
  onMembers: all => {
    members = all
  },
  onWaiting: () => {},
  onRinging: () => {},
  onHealth: () => {},
  onAsked: () => {},
  onConsentWanted: () => {},
  onRecordingTrouble: () => {},
  onProblem: () => {},
}
const open = async () => {
  line = await createRoomPort().open({ ticket, events, voiceOnly: false })
  return line
}

beforeEach(() => {
  commands = []
  due = []
  logins = 0
  known = false
  states.length = 0
  members = []
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    Response.json(await serve(String(address), init?.body as string | undefined)),
  )
})
afterEach(async () => {
  await line?.leave()
  far?.close()
  vi.unstubAllGlobals()
})

test('joins muted, offers, and shows the members', async () => {
  await open()
  await soon(() => expect(members.map(({ key }) => key)).toEqual(['self', 'u8']))
  expect(commands).toContainEqual(
    expect.objectContaining({ cmd: 'joinroom', roomId: '1111', channelId: 'room_1111', state: 3, role: 6 }),
  )
  await soon(() => expect(far?.remoteDescription?.sdp).toContain('VP8'))
  const offered = far?.remoteDescription?.sdp ?? ''
  expect(offered.match(/^m=audio/gm)).toHaveLength(16)
  expect(offered.match(/^m=video/gm)).toHaveLength(18)
  expect(offered).not.toMatch(/rtx|VP9|H264/)
  expect(states.map(([state]) => state)).toEqual(
    expect.arrayContaining(['connecting', 'loggedIn', 'joining', 'in']),
  )
})

test('asks for a picture in the size of its element, and for none when it is taken off', async () => {
  const { attach } = await open()
  await soon(() => expect(members).toHaveLength(2))
  const element = document.createElement('video')
  element.style.width = '640px'
  document.body.append(element)
  attach('u8', 'video', element)
  const asked = () =>
    commands.filter(({ cmd }) => cmd === 'setmediainfo').map(({ uri, type, ps }) => [uri, type, ps])
  await soon(() => expect(asked().at(-1)).toEqual(['u8', 'video', 640 * devicePixelRatio]))
  attach('u8', 'video', null)
  await soon(() => expect(asked().at(-1)).toEqual(['u8', 'video', 0]))
  element.remove()
})

test('logs in again when the service has forgotten it, and says what it wanted once more', async () => {
  const { attach } = await open()
  await soon(() => expect(members).toHaveLength(2))
  const element = document.createElement('video')
  element.style.width = '320px'
  document.body.append(element)
  attach('u8', 'video', element)
  await soon(() => expect(commands.some(({ cmd }) => cmd === 'setmediainfo')).toBe(true))
  commands = []
  states.length = 0
  known = false
  await soon(() => expect(logins).toBe(2))
  await soon(() => expect(commands.some(({ cmd }) => cmd === 'setmediainfo')).toBe(true))
  expect(states[0]).toEqual(['back', undefined])
  expect(states.some(([state]) => state === 'in')).toBe(true)
  element.remove()
})

test('ends when it is removed, with the reason', async () => {
  await open()
  await soon(() => expect(members).toHaveLength(2))
  tell({ event: 'onconfdidleave', reason: 'removed' })
  await soon(() => expect(states.at(-1)).toEqual(['ended', 'removed']))
})

test('a recording that is refused rejects', async () => {
  const { record } = await open()
  await soon(() => expect(members).toHaveLength(2))
  const recording = record(true)
  await soon(() => expect(commands.some(({ cmd }) => cmd === 'sendtext')).toBe(true))
  const sent = commands.find(({ cmd }) => cmd === 'sendtext')
  expect(JSON.parse(atob(String(sent?.text)))).toMatchObject({
    Cmd: 'StartRecord',
    Video: true,
    Storage: { AccessKey: '', SecretKey: '', FileKey: expect.stringMatching(/^web_\d+$/) },
  })
  tell({ event: 'sendtext', from: 'u7', text: btoa('{"Ret":1}') })
  await expect(recording).rejects.toMatchObject({ name: 'RecordingError', why: undefined })
})

test.each(['accountName', 'password', 'service', 'appKey'] as const)(
  'is not opened without %s',
  async field => {
    await expect(
      createRoomPort().open({ ticket: { ...ticket, [field]: '' }, events, voiceOnly: false }),
    ).rejects.toMatchObject({ end: 'failed' })
  },
)
