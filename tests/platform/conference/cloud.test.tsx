// The port over the cloud service as the specification describes it: its media end is another connection of the same browser.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RoomEnd } from '../../../src/domain/conference/session.ts'
import { createRoomPort } from '../../../src/platform/conference/built-in.ts'
import type {
  CloudRecording,
  RoomEvents,
  RoomInfo,
  RoomLine,
  RoomMember,
  RoomTicket,
} from '../../../src/platform/conference/port.ts'
import { createCloudConference } from '../../fakes/cloud-conference.ts'

const SERVICE = 'https://cloud.example.org'
const ticket: RoomTicket = {
  provider: 'cloud',
  service: SERVICE,
  appKey: 'app-1',
  userId: 7,
  accountName: '1380000000150000000',
  displayName: 'Anna',
  password: 'password',
  roomId: '1111',
  channel: '480032',
  recording: 'handle',
  iceServers: [],
}
let cloud: ReturnType<typeof createCloudConference>
let far: RTCPeerConnection[]
let line: RoomLine | undefined
const states: [string, RoomEnd | undefined][] = []
let members: readonly RoomMember[] = []
let room: RoomInfo | undefined
const events: RoomEvents = {
  onState: (state, end) => void states.push([state, end]),
  onRoom: told => {
    room = told
  },
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
/** As the own server says it, with the keys of the storage. */
const sayRecording = ({ confNum, instanceId, accountName, on, fileName }: CloudRecording) => {
  const keys = { Protocol: 'qiniu', AccessKey: 'a', SecretKey: 's', BucketName: 'b', FileKey: fileName }
  const command = on ? { Cmd: 'StartRecord', Video: true, Storage: keys } : { Cmd: 'StopRecord' }
  const txt = JSON.stringify({ cmd: 'sendtext', text: btoa(JSON.stringify(command)) })
  const message = JSON.stringify({ from: accountName, to: 'service', type: 'cmd', txt })
  return cloud.handle('POST', `/v1/set/${confNum}/${instanceId}`, JSON.stringify({ data: [message] }))
}
const open = async (
  more: Partial<RoomTicket> = {},
  recordOverCloud: (asked: CloudRecording) => Promise<unknown> = sayRecording,
) => {
  line = await createRoomPort().open({
    ticket: { ...ticket, ...more },
    events,
    voiceOnly: false,
    recordOverCloud,
  })
  return line
}
const inRoom = () => vi.waitFor(() => expect(states.at(-1)).toEqual(['in', undefined]), 10_000)

beforeEach(() => {
  far = []
  states.length = 0
  members = []
  room = undefined
  cloud = createCloudConference({
    appKey: 'app-1',
    password: 'password',
    async answer(sdp) {
      const end = new RTCPeerConnection()
      far.push(end)
      await end.setRemoteDescription({ type: 'offer', sdp })
      await end.setLocalDescription(await end.createAnswer())
      return end.localDescription?.sdp ?? ''
    },
  })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { status, body } = await cloud.handle(
      init?.method ?? 'GET',
      String(address).slice(SERVICE.length),
      init?.body as string | undefined,
    )
    return Response.json(body, { status })
  })
})
afterEach(async () => {
  await line?.leave()
  for (const end of far) end.close()
  vi.unstubAllGlobals()
})

test('logs in, waits for the realm, joins by the number there, and negotiates one connection', async () => {
  await open()
  await inRoom()
  await vi.waitFor(() => expect(far[0]?.remoteDescription).toBeTruthy())
  expect(far).toHaveLength(1)
  expect(cloud.commands.slice(0, 2)).toEqual([
    { cmd: 'getrealm' },
    expect.objectContaining({ cmd: 'joinroom', roomId: '480032', channelId: 'room_480032' }),
  ])
  // The person knows it by its number here.
  expect(room).toMatchObject({ roomId: '1111', record: true, host: true })
  expect(members.map(({ key }) => key)).toEqual(['self'])
  const offered = far[0]?.remoteDescription?.sdp ?? ''
  expect(offered).toMatch(/^m=audio/m)
  expect(offered).toMatch(/^m=video/m)
  expect(offered).not.toContain('a=simulcast')
})

test('members come and go, and the end of the room is told', async () => {
  await open()
  await inRoom()
  const login = { ...ticket, accountName: 'other', regionId: '0', roomType: '1', webrtcVersion: '1' }
  const { body } = await cloud.handle('POST', '/v1/conference/1', JSON.stringify(login))
  const { data } = body as { data: { confNum: number; instanceId: number } }
  const say = (command: object) =>
    cloud.handle(
      'POST',
      `/v1/set/${data.confNum}/${data.instanceId}`,
      JSON.stringify({
        data: [JSON.stringify({ from: 'other', to: 'service', type: 'cmd', txt: JSON.stringify(command) })],
      }),
    )
  await say({ cmd: 'joinroom', roomId: '480032' })
  await vi.waitFor(() => expect(members.map(({ key }) => key)).toEqual(['self', 'other']), 5_000)
  await say({ cmd: 'leaveroom' })
  await vi.waitFor(() => expect(members.map(({ key }) => key)).toEqual(['self']), 5_000)
  await say({ cmd: 'joinroom', roomId: '480032' })
  await say({ cmd: 'stopconf' })
  await vi.waitFor(() => expect(states.at(-1)).toEqual(['ended', 'ended']), 5_000)
})

test('a service whose posts fail five times is in reach with the sixth', { timeout: 20_000 }, async () => {
  cloud.failNext(5)
  await open()
  await inRoom()
  expect(cloud.commands.map(({ cmd }) => cmd)).toContain('joinroom')
})

test('a wrong password is told as a ticket that is no good', async () => {
  await expect(open({ password: 'guessed' })).rejects.toMatchObject({ end: 'expired' })
})

test('comes back when the service has forgotten it', { timeout: 20_000 }, async () => {
  await open()
  await inRoom()
  cloud.forgetAll()
  await vi.waitFor(() => expect(cloud.logins()).toBe(2), 5_000)
  await inRoom()
})

test('a recording is begun and ended by its handle; no key of a storage is here', async () => {
  const asked: CloudRecording[] = []
  const { record } = await open({}, async one => {
    asked.push(one)
    return sayRecording(one)
  })
  await inRoom()
  const fileName = await record(true)
  expect(fileName).toMatch(/^web_\d+$/)
  expect(await record(false)).toBe(fileName)
  const common = { handle: 'handle', accountName: ticket.accountName, video: true, fileName }
  expect(asked).toEqual([
    { ...common, on: true, confNum: '5001', instanceId: '100001' },
    { ...common, on: false, confNum: '5001', instanceId: '100001' },
  ])
  expect(cloud.commands.filter(({ cmd }) => cmd === 'sendtext')).toHaveLength(2)
})

test('a recording that the own server cannot ask for rejects, and the next one may succeed', async () => {
  const { record } = await open(
    {},
    vi
      .fn(sayRecording as (asked: CloudRecording) => Promise<unknown>)
      .mockRejectedValueOnce(new Error('the service is away')),
  )
  await inRoom()
  await expect(record(true)).rejects.toMatchObject({ name: 'RecordingError' })
  await expect(record(true)).resolves.toMatch(/^web_/)
})

test('without a handle there is no recording', async () => {
  const { record } = await open({ recording: undefined })
  await inRoom()
  expect(room?.record).toBe(false)
  await expect(record(true)).rejects.toMatchObject({ name: 'RecordingError' })
  expect(cloud.recorded).toEqual([])
})
