// Recording over the cloud service: hosts have a handle, the keys of the storage go from the server to the service alone.
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCloudConference } from '../../../fakes/cloud-conference.ts'
import { type ConferenceStage, startConferenceStage } from './conference-stage.ts'

const PASSWORD = 'password of the application'
const STORAGE = {
  CONFERENCE_CLOUD_STORAGE: 'alioss',
  CONFERENCE_CLOUD_BUCKET: 'evidence',
  CONFERENCE_CLOUD_ACCESS_KEY: 'access-1',
  CONFERENCE_CLOUD_SECRET_KEY: 'a secret of the storage',
  CONFERENCE_CLOUD_UPLOAD_ENDPOINT: 'https://oss.example.org',
}
const cloud = createCloudConference({ appKey: 'app-1', password: PASSWORD })
let http: Server
let url: string
let stage: ConferenceStage
beforeAll(async () => {
  http = createServer(async (request, response) => {
    const { status, body } = await cloud.handle(request.method ?? '', request.url ?? '', await text(request))
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const bound = http.address()
  url = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  stage = await startConferenceStage({
    CONFERENCE_SERVICE: 'cloud',
    CONFERENCE_CLOUD_URL: url,
    CONFERENCE_CLOUD_APP_KEY: 'app-1',
    CONFERENCE_CLOUD_PASSWORD: PASSWORD,
    ...STORAGE,
  })
})
afterAll(async () => {
  await stage.stop()
  http.closeAllConnections()
  http.close()
})
beforeEach(() => {
  cloud.recorded.length = 0
  cloud.failNext(0)
})

/** A page that is logged in at the cloud, with what it may ask its own server for. */
async function inside(roomId = '1111') {
  const { token } = await stage.person()
  const ticket = await stage.open(token, roomId)
  const { accountName, password, appKey } = ticket
  const login = await cloud.handle(
    'POST',
    '/v1/conference/7',
    JSON.stringify({ accountName, password, appKey, regionId: '0', roomType: '1', webrtcVersion: '1' }),
  )
  const { data } = login.body as { data: { confNum: number; instanceId: number } }
  const asked = {
    handle: ticket.recording,
    accountName,
    confNum: String(data.confNum),
    instanceId: String(data.instanceId),
    on: true,
    video: true,
    fileName: 'web_1700000000000',
  }
  const record = (more: Record<string, unknown> = {}, as = token) =>
    stage.server.call('/api/device/conference/record', { token: as, body: { ...asked, ...more } })
  return { token, ticket, record }
}

test('a host begins and ends a recording; the keys reach the service and no page', async () => {
  const { ticket, record } = await inside()
  expect(ticket.recording).toBeTruthy()
  const begun = await record()
  expect(begun).toMatchObject({ code: 0, data: null })
  expect((await record({ on: false })).code).toBe(0)
  expect(cloud.recorded).toEqual([
    {
      Cmd: 'StartRecord',
      Video: true,
      Storage: {
        Protocol: 'alioss',
        AccessKey: 'access-1',
        SecretKey: STORAGE.CONFERENCE_CLOUD_SECRET_KEY,
        BucketName: 'evidence',
        FileKey: 'web_1700000000000',
        UploadEndpoint: 'https://oss.example.org',
      },
    },
    { Cmd: 'StopRecord' },
  ])
  for (const seen of [ticket, begun])
    for (const secret of ['access-1', STORAGE.CONFERENCE_CLOUD_SECRET_KEY])
      expect(JSON.stringify(seen)).not.toContain(secret)
})

test('a service that fails five times is asked a sixth time, and no more', async () => {
  const { record } = await inside()
  cloud.failNext(5)
  expect((await record()).code).toBe(0)
  expect(cloud.recorded).toHaveLength(1)
  cloud.failNext(6)
  expect((await record()).id).toBe('conference.unavailable')
  expect(cloud.recorded).toHaveLength(1)
})

test('a conversation that the service does not know is refused', async () => {
  const { record } = await inside()
  expect((await record({ instanceId: '1' })).id).toBe('conference.unavailable')
})

test.each([
  ['confNum', '../../admin'],
  ['instanceId', 'a/b'],
  ['instanceId', ''],
  ['fileName', '../web_1'],
])('an unusual %s is refused: %j', async (field, value) => {
  const { record } = await inside()
  expect(await record({ [field]: value })).toMatchObject({ field })
  expect(cloud.recorded).toEqual([])
})

test('a handle is good for its own person and name alone, and as it was made', async () => {
  const [one, other] = [await inside(), await inside()]
  const foreign = stage.server.tokens.stranger
  for (const refused of [
    one.record({}, other.token),
    one.record({}, foreign),
    one.record({ accountName: other.ticket.accountName }),
    one.record({ handle: `${one.ticket.recording}x` }),
    one.record({ handle: 'x.y' }),
  ])
    expect(await refused).toMatchObject({ id: expect.not.stringMatching(/^conference/) })
  expect(cloud.recorded).toEqual([])
})

test('whoever is no host has no handle, nor has a room that is not to be recorded', async () => {
  const { token } = await stage.person('巡逻人员')
  expect((await stage.open(token, '1111')).recording).toBeUndefined()
  const { record } = await inside()
  expect((await record({}, token)).code).not.toBe(0)
  await stage.keepRoom('4444', { recordingAllowed: false })
  expect((await inside('4444')).ticket.recording).toBeUndefined()
  // One that was made before the room was closed to recordings is no good any more.
  const before = await inside('5555')
  await stage.keepRoom('5555', { recordingAllowed: false })
  expect((await before.record()).id).toBe('conference.unavailable')
  expect(cloud.recorded).toEqual([])
})
