// Adverts against the real server: what is uploaded, who clears it, which door has it, what it claims to have shown.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Door, type DoorStage, setDoorStage, until } from '../intercom/door-stage.ts'
import {
  advertCall,
  CAMPAIGN,
  givenLongAgo,
  got,
  listed,
  manifestOf,
  onDoors,
  saved,
  told,
  upload,
  uploaded,
} from './advert-stage.ts'
import { film, lyingAboutLength } from './films.ts'

let stage: DoorStage
beforeAll(async () => {
  stage = await setDoorStage()
})
afterAll(() => stage.stop())

const newDoor = async () => stage.connect(await stage.addDoor())
const deliveries = (advertId: number) =>
  listed(stage, 'advertDelivery', { advertisementId: String(advertId) })

describe('a video', () => {
  test('is measured, whatever it is called', async () => {
    const bytes = await film({ seconds: 3 })
    const { data } = await upload(stage, bytes, 'holiday.mp4')
    expect(data).toMatchObject({
      contentType: 'video/webm',
      codec: 'vp8',
      width: 1024,
      height: 576,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    expect(Math.abs((data as { ms: number }).ms - 3_000)).toBeLessThan(100)
  })

  test.each([
    ['that says it is longer than it is', lyingAboutLength, 'advert.lies'],
    ['whose last picture stands for a minute', () => film({ lastSeconds: 60 }), 'advert.lies'],
    ['that says it is VP9 and is not', () => film({ codec: 'vp9' }), 'advert.noPicture'],
    ['that begins in the middle', () => film({ from: 3 }), 'advert.noPicture'],
    ['that is a flash', () => film({ seconds: 0.5 }), 'advert.tooShort'],
    ['in a container that doors do not play it from', () => film({ container: 'mp4' }), 'advert.codec'],
    ['that is a page', async () => Buffer.from('<!doctype html><script>1</script>'), 'file.type'],
  ])('%s is refused', async (_name, make, id) => {
    expect(await upload(stage, await make())).toMatchObject({ id, field: 'file' })
  })

  test('of a plain upload is none of an advertisement', async () => {
    const { data } = await upload(stage, await film())
    const url = (data as { url: string }).url
    await stage.query(
      `delete from advert_video where file_id = (select id from stored_file where key = $1) returning file_id`,
      [url.slice('/files/'.length)],
    )
    expect(
      await advertCall(stage, 'advertisement', 'save', { name: 'A', client: 'B', url, fee: 0 }),
    ).toMatchObject({
      id: 'advert.notUploaded',
      field: 'url',
    })
  })
})

describe('the review', () => {
  test('begins with pending, says why it failed, and begins anew with another file', async () => {
    const file = await uploaded(stage)
    const advert = await saved(stage, 'advertisement', {
      name: 'Gym',
      client: 'Gym',
      url: file.url,
      fee: 100,
    })
    expect(advert).toMatchObject({ state: 'pending', fee: 100 })
    expect(await told(stage, 'advertisement', 'reject', advert, { reason: 'too loud' })).toBeUndefined()
    expect(await got(stage, 'advertisement', advert.id)).toMatchObject({
      state: 'failed',
      reason: 'too loud',
    })
    expect(await told(stage, 'advertisement', 'approve', advert)).toBeUndefined()
    const passed = await got(stage, 'advertisement', advert.id)
    expect(passed).toMatchObject({ state: 'passed', reason: null })
    const other = await uploaded(stage, 3)
    await saved(stage, 'advertisement', {
      id: advert.id,
      version: passed.version,
      name: 'Gym',
      url: other.url,
    })
    expect(await got(stage, 'advertisement', advert.id)).toMatchObject({
      state: 'pending',
      judgedByName: null,
    })
  })

  test('keeps what did not pass out of campaigns', async () => {
    const file = await uploaded(stage)
    const advert = await saved(stage, 'advertisement', { name: 'X', client: 'X', url: file.url, fee: 0 })
    expect(
      await advertCall(stage, 'advertCampaign', 'save', {
        ...CAMPAIGN,
        advertisementId: advert.id,
        doorsBy: 'all',
      }),
    ).toMatchObject({ id: 'advert.notCleared', field: 'advertisementId' })
  })

  test('of two at once counts the first only', async () => {
    const file = await uploaded(stage)
    const advert = await saved(stage, 'advertisement', { name: 'Y', client: 'Y', url: file.url, fee: 0 })
    const asked = { ids: [advert.id], seen: [{ id: advert.id, version: advert.version }] }
    const both = await Promise.all([
      advertCall(stage, 'advertisement', 'approve', asked),
      advertCall(stage, 'advertisement', 'reject', { ...asked, input: { reason: 'no' } }),
    ])
    const done = both.filter(({ data }) => (data as { results: { ok: boolean }[] }).results[0]?.ok)
    expect(done).toHaveLength(1)
  })
})

describe('a campaign', () => {
  test.each([
    ['that ends before it begins', { untilOn: '2019-01-01' }, 'untilOn'],
    ['without a minute', { untilMinute: 0 }, 'untilMinute'],
    ['on no day', { weekdays: [] }, 'weekdays'],
    ['for departments that are not named', { doorsBy: 'departments' }, 'departmentIds'],
    ['for doors that are not named', { doorsBy: 'chosen' }, 'deviceIds'],
  ])('%s is refused', async (_name, change, field) => {
    const { advert } = await onDoors(stage, [await stage.addDoor()])
    const body = { ...CAMPAIGN, advertisementId: advert.id, doorsBy: 'all', ...change }
    expect(await advertCall(stage, 'advertCampaign', 'save', body)).toMatchObject({ field })
  })

  test('for a department reaches the doors below it, and those that move there', async () => {
    const { here } = stage.server
    const below = await stage.query<{ id: number }>(
      `insert into department (tenant_id, created_at, updated_at, name, parent_id) values ($1, 1, 1, 'below', $2) returning id`,
      [here.tenantId, here.otherDepartmentId],
    )
    const inside = await stage.addDoor({ departmentId: below[0]?.id ?? 0 })
    const outside = await stage.addDoor()
    const file = await uploaded(stage)
    const advert = await saved(stage, 'advertisement', { name: 'Z', client: 'Z', url: file.url, fee: 0 })
    await told(stage, 'advertisement', 'approve', advert)
    await saved(stage, 'advertCampaign', {
      ...CAMPAIGN,
      advertisementId: advert.id,
      doorsBy: 'departments',
      departmentIds: [here.otherDepartmentId],
    })
    expect((await deliveries(advert.id)).map(row => row.deviceId)).toEqual([inside.id])
    const row = await stage.get('device', outside.id)
    await stage.saved('device', {
      id: outside.id,
      version: row.version,
      name: row.name,
      departmentId: here.otherDepartmentId,
    })
    await until(async () => (await deliveries(advert.id)).length === 2)
  })
})

describe('a door', () => {
  let door: Door
  beforeAll(async () => {
    door = await newDoor()
  })
  afterAll(() => door.leave())

  test('is delivered only once it says the stored hash, and the first one delivers the advertisement', async () => {
    const { file, advert } = await onDoors(stage, [door])
    const list = await manifestOf(door, ({ videos }) => videos.some(({ sha256 }) => sha256 === file.sha256))
    expect(list).toMatchObject({ zone: 'Asia/Shanghai', items: [{ weight: 1, fromMinute: 0 }] })
    const [video] = list.videos
    const bytes = Buffer.from(await (await fetch(`${stage.server.url}${video?.url}`)).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256)
    expect(await deliveries(advert.id)).toMatchObject([{ state: 'notSent' }])
    await door.say({ code: '5094', version: list.version, stored: ['0'.repeat(64)], failed: [] })
    await door.say({ code: '5094', version: list.version, stored: [file.sha256], failed: [] })
    await until(async () => (await deliveries(advert.id))[0]?.state === 'delivered')
    expect(await got(stage, 'advertisement', advert.id)).toMatchObject({
      state: 'delivered',
      doorsConfirmed: 1,
    })
  })

  test('says why it could not, is told again, and tries once more', async () => {
    const other = await newDoor()
    const { file, advert } = await onDoors(stage, [other])
    const list = await manifestOf(other)
    await other.say({
      code: '5094',
      version: list.version,
      stored: [],
      failed: [{ sha256: file.sha256, reason: 'disk full' }],
    })
    const failed = await until(async () => {
      const [row] = await deliveries(advert.id)
      return row?.state === 'failed' ? row : undefined
    })
    expect(failed).toMatchObject({ reason: 'disk full' })
    expect(await told(stage, 'advertDelivery', 'resend', failed)).toBeUndefined()
    expect((await manifestOf(other, ({ version }) => version > list.version)).videos).toHaveLength(1)
    expect(await deliveries(advert.id)).toMatchObject([{ state: 'notSent', reason: null }])
    await other.leave()
  })

  test('hears of a withdrawal at once, and is said to have it until it confirms', async () => {
    const other = await newDoor()
    const { file, advert } = await onDoors(stage, [other])
    const list = await manifestOf(other)
    await other.say({ code: '5094', version: list.version, stored: [file.sha256], failed: [] })
    await until(async () => (await deliveries(advert.id))[0]?.state === 'delivered')
    expect(await told(stage, 'advertisement', 'withdraw', advert)).toBeUndefined()
    const empty = await manifestOf(other, ({ videos }) => videos.length === 0)
    expect(await deliveries(advert.id)).toMatchObject([{ state: 'leaving' }])
    await other.say({ code: '5094', version: empty.version, stored: [], failed: [] })
    await until(async () => (await deliveries(advert.id)).length === 0)
    await other.leave()
  })

  test('that was away hears the list when it comes', async () => {
    const away = await stage.addDoor()
    const { file } = await onDoors(stage, [away])
    const back = await stage.connect(away)
    expect((await manifestOf(back)).videos).toMatchObject([{ sha256: file.sha256 }])
    await back.leave()
  })

  test('in an emergency beside it is told to show nothing', async () => {
    const { here } = stage.server
    const from = door.heard.length
    stage.server.app.parts.bus.emit('alarm.raised', {
      alarms: [
        {
          ...{ id: 1, tenantId: here.tenantId, departmentId: here.departmentId, type: 'sos', imei: '1' },
          ...{
            deviceName: 'd',
            wearerName: null,
            place: null,
            building: null,
            unit: null,
            roomNo: null,
            raisedAt: 1,
          },
        },
      ],
    })
    expect(Number((await door.told('5097', from)).until)).toBeGreaterThan(Date.now())
  })
})

describe('proof of play', () => {
  let door: Door
  let advertId: number
  let sha256: string
  let ms: number
  beforeAll(async () => {
    door = await newDoor()
    const { file, advert } = await onDoors(stage, [door])
    ;[advertId, sha256, ms] = [advert.id, file.sha256, file.ms]
    await manifestOf(door)
    await givenLongAgo(stage)
  })
  afterAll(() => door.leave())

  let seq = 0
  const claim = (startedAt: number, more: object = {}) => {
    seq++
    return {
      ...{ playId: `p-${seq}`, bootId: `boot ${seq}`, seq, advertId, sha256, startedAt, ms, complete: true },
      ...{ clockOffset: 0, ...more },
    }
  }
  const said = async (plays: object[]) => {
    const from = door.heard.length
    await door.say({ code: '5095', plays })
    return door.told('5089', from)
  }
  const figures = async () => (await listed(stage, 'advertFigure', { advertisementId: String(advertId) }))[0]

  test('counts a play once, however often its batch comes, also at the same moment', async () => {
    const at = Date.now() - 3_600_000
    const plays = [claim(at), claim(at + 10_000), claim(at + 20_000, { ms: 500, complete: false })]
    await Promise.all([said(plays), door.say({ code: '5095', plays }), door.say({ code: '5095', plays })])
    expect(await said(plays)).toMatchObject({ stored: plays.map(({ playId }) => playId), refused: [] })
    expect(await figures()).toMatchObject({ plays: 3, complete: 2, cut: 1 })
  })

  test.each([
    ['over another', () => claim(Date.now() - 3_600_000 + 500)],
    ['ahead of time', () => claim(Date.now() + 3_600_000)],
    ['longer than the video', () => claim(Date.now() - 1_800_000, { ms: 60_000 })],
    ['complete and too short', () => claim(Date.now() - 1_800_000, { ms: 700 })],
    ['of a film that it never had', () => claim(Date.now() - 1_800_000, { sha256: 'f'.repeat(64) })],
    ['of an advertisement that is none', () => claim(Date.now() - 1_800_000, { advertId: 999_999 })],
  ])('%s is refused, for good', async (_name, make) => {
    const play = make()
    expect(await said([play])).toMatchObject({ stored: [], refused: [play.playId] })
    expect(await figures()).toMatchObject({ plays: 3 })
  })

  test('stays when advertisement, campaign and door are deleted', async () => {
    const other = await newDoor()
    const { file, advert, campaign } = await onDoors(stage, [other])
    await manifestOf(other)
    await other.say({
      code: '5095',
      plays: [{ ...claim(Date.now() - 5_000), advertId: advert.id, sha256: file.sha256 }],
    })
    await other.told('5089')
    await advertCall(stage, 'advertCampaign', 'remove', { ids: [campaign.id] })
    await advertCall(stage, 'advertisement', 'remove', { ids: [advert.id] })
    await stage.run('device', 'remove', { ids: [other.id] })
    expect(await listed(stage, 'advertFigure', { advertisementId: String(advert.id) })).toMatchObject([
      { plays: 1, complete: 1, advertisementName: 'Bread', client: 'Bakery', deviceName: expect.any(String) },
    ])
  })
})
