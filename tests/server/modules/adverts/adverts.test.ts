// Adverts against the real server: what is uploaded, who clears it, which door has it, what it claims to have shown.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { IMAGE, uploadTo } from '../files/upload-call.ts'
import { type Door, type DoorStage, setDoorStage, until } from '../intercom/door-stage.ts'
import {
  advertCall,
  CAMPAIGN,
  givenLongAgo,
  got,
  listed,
  manifestOf,
  newCommunity,
  onDoors,
  placed,
  saved,
  told,
  unplaced,
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
      client: 'Gym',
      url: other.url,
      fee: 100,
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
    ['for communities that are not named', { doorsBy: 'communities' }, 'communityIds'],
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
    // A device is of the kind of its category, also when it is saved anew.
    const [doors] = await stage.query<{ id: number }>(
      `insert into device_category (tenant_id, created_at, updated_at, name, kind) values ($1, 1, 1, 'doors', 'doorUnit') returning id`,
      [here.tenantId],
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
      imei: row.imei,
      name: row.name,
      categoryId: doors?.id,
      departmentId: here.otherDepartmentId,
    })
    await until(async () => (await deliveries(advert.id)).length === 2)
  })
})

describe('a campaign for a community', () => {
  const forCommunity = async (communityId: number) => {
    const row = await saved(stage, 'advertisement', {
      name: 'For one community',
      client: 'C',
      url: (await uploaded(stage)).url,
      fee: 0,
    })
    await told(stage, 'advertisement', 'approve', row)
    const body = { ...CAMPAIGN, advertisementId: row.id, doorsBy: 'communities', communityIds: [communityId] }
    return { campaign: await saved(stage, 'advertCampaign', body), advertId: row.id }
  }
  /** Doors that are to have it; those from which it is being withdrawn are none. */
  const doorsOf = async (advertId: number) =>
    (await deliveries(advertId))
      .filter(({ state }) => state !== 'leaving')
      .map(({ deviceId }) => Number(deviceId))
      .sort((a, b) => a - b)
  const reaches = (advertId: number, doors: readonly { id: number }[]) =>
    vi.waitFor(async () => expect(await doorsOf(advertId)).toEqual(doors.map(({ id }) => id)), {
      timeout: 10_000,
    })

  test('reaches the doors of its units and rooms, of no other community and none without a place', async () => {
    const [here, beside] = [await newCommunity(stage), await newCommunity(stage)]
    const [entrance, called, inside, elsewhere] = [
      await stage.addDoor(),
      await stage.addDoor(),
      await stage.addDoor(),
      await stage.addDoor(),
    ]
    await stage.addDoor()
    await placed(stage, 'unit', { id: here.unitId, deviceId: entrance.id })
    await placed(stage, 'roomDoor', { roomId: here.roomId, deviceId: called.id, callNumber: '0101' })
    await stage.query('update device set room_id = $2 where id = $1 returning id', [inside.id, here.roomId])
    await placed(stage, 'unit', { id: beside.unitId, deviceId: elsewhere.id })
    const { campaign, advertId } = await forCommunity(here.communityId)
    expect(await doorsOf(advertId)).toEqual([entrance.id, called.id, inside.id])
    expect(await got(stage, 'advertCampaign', campaign.id)).toMatchObject({
      communityNames: [here.name],
      communityIds: [here.communityId],
      doors: 3,
    })
  })

  test('follows a door that is assigned and taken away, and a room that moves', async () => {
    const [here, beside] = [await newCommunity(stage), await newCommunity(stage)]
    const [first, second] = [await stage.connect(await stage.addDoor()), await stage.addDoor()]
    const { advertId } = await forCommunity(here.communityId)
    expect(await doorsOf(advertId)).toEqual([])

    const bound = await placed(stage, 'roomDoor', {
      roomId: here.roomId,
      deviceId: first.id,
      callNumber: '0101',
    })
    await reaches(advertId, [first])
    // The door itself hears of it.
    await manifestOf(first, ({ videos }) => videos.some(video => video.advertId === advertId))
    await placed(stage, 'unit', { id: here.unitId, deviceId: second.id })
    await reaches(advertId, [first, second])
    await placed(stage, 'unit', { id: here.unitId, deviceId: null })
    await reaches(advertId, [first])

    await placed(stage, 'room', { id: here.roomId, unitId: beside.unitId })
    await reaches(advertId, [])
    await placed(stage, 'room', { id: here.roomId, unitId: here.unitId })
    await reaches(advertId, [first])
    await unplaced(stage, 'roomDoor', bound.id)
    await reaches(advertId, [])
    await manifestOf(first, ({ videos }) => videos.every(video => video.advertId !== advertId))
    await first.leave()
  })

  test('of another tenant is refused as one that is none', async () => {
    const { advert } = await onDoors(stage, [await stage.addDoor()])
    const foreign = await newCommunity(stage, stage.server.there.tenantId)
    const body = { ...CAMPAIGN, advertisementId: advert.id, doorsBy: 'communities' }
    for (const communityId of [foreign.communityId, 987_654])
      expect(
        await advertCall(stage, 'advertCampaign', 'save', { ...body, communityIds: [communityId] }),
      ).toMatchObject({ id: 'field.reference', field: 'communityIds' })
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

  test('hears of the poster, and its list anew with another one; what it has stays delivered', async () => {
    const other = await newDoor()
    const { file, advert } = await onDoors(stage, [other])
    const list = await manifestOf(other)
    expect(list.videos.map(({ poster }) => poster)).toEqual([undefined])
    await other.say({ code: '5094', version: list.version, stored: [file.sha256], failed: [] })
    await until(async () => (await deliveries(advert.id))[0]?.state === 'delivered')
    const still = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#205090' } })
      .webp()
      .toBuffer()
    const { data: poster } = await uploadTo(stage.server, IMAGE, still, 'poster.webp')
    const { version, name, client, url, fee } = await got(stage, 'advertisement', advert.id)
    await saved(stage, 'advertisement', { id: advert.id, version, name, client, url, fee, poster })
    const next = await manifestOf(other, ({ version }) => version > list.version)
    expect(next.videos).toMatchObject([{ sha256: file.sha256, poster }])
    expect((await fetch(`${stage.server.url}${poster}`)).headers.get('content-type')).toBe('image/webp')
    expect(await deliveries(advert.id)).toMatchObject([{ state: 'delivered' }])
    await other.leave()
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
