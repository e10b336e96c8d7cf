// Advertisements as people upload and clear them, and doors that take them, for tests against the real server.
import { expect } from 'vitest'
import { unit } from '../../../../src/domain/community/building.ts'
import { room, roomDoor } from '../../../../src/domain/community/room.ts'
import { insert } from '../../start.ts'
import { uploadTo } from '../files/upload-call.ts'
import { type Door, type DoorStage, type Row, until } from '../intercom/door-stage.ts'
import { command, made, read, refusal, save } from '../site/site.ts'
import { film } from './films.ts'

const ADVERT = '/api/user/ossUser/uploadAdvertVideo'

export const upload = (stage: DoorStage, bytes: Uint8Array, name = 'film.webm') =>
  uploadTo(stage.server, ADVERT, bytes, name)

interface Uploaded {
  url: string
  sha256: string
  ms: number
}

export async function uploaded(stage: DoorStage, seconds = 2): Promise<Uploaded> {
  const answer = await upload(stage, await film({ seconds, from: 0 }))
  if (answer.code !== 1 && answer.code !== 0) throw new Error(JSON.stringify(answer))
  return answer.data as Uploaded
}

const path = (entity: string, verb: string) => `/api/advert/${entity}/${verb}`

export const advertCall = (
  stage: DoorStage,
  entity: string,
  verb: string,
  body: object,
  token = stage.server.tokens.admin,
) => stage.server.call(path(entity, verb), { token, body })

export async function saved(stage: DoorStage, entity: string, body: object): Promise<Row> {
  const answer = await advertCall(stage, entity, 'save', body)
  if (answer.code !== 0) throw new Error(`${entity}: ${JSON.stringify(answer)}`)
  return answer.data as Row
}

export const got = async (stage: DoorStage, entity: string, id: number): Promise<Row> =>
  (
    await stage.server.call(path(entity, 'get'), {
      token: stage.server.tokens.admin,
      query: { id: String(id) },
    })
  ).data as Row

export const listed = async (
  stage: DoorStage,
  entity: string,
  query: Record<string, string> = {},
): Promise<Row[]> =>
  (
    (
      await stage.server.call(path(entity, 'page'), {
        token: stage.server.tokens.admin,
        query: { size: '500', ...query },
      })
    ).data as { list: Row[] }
  ).list

/** Gives a command to one row; answers the refusal, undefined where it was done. */
export async function told(stage: DoorStage, entity: string, verb: string, row: Row, input?: object) {
  const now = await got(stage, entity, row.id)
  const answer = await advertCall(stage, entity, verb, {
    ids: [row.id],
    ...(input && { input }),
    ...(['approve', 'reject'].includes(verb) && { seen: [{ id: row.id, version: now.version }] }),
  })
  if (answer.code !== 0) return answer.id
  return (answer.data as { results: { error?: { id: string } }[] }).results[0]?.error?.id
}

export const CAMPAIGN = {
  ...{ name: 'Autumn', fromOn: '2020-01-01', untilOn: '2099-12-31', weekdays: [1, 2, 3, 4, 5, 6, 7] },
  ...{ fromMinute: 0, untilMinute: 1440, weight: 1 },
}

/** A cleared advertisement with a campaign for these doors. */
export async function onDoors(stage: DoorStage, doors: readonly { id: number }[], seconds = 2) {
  const file = await uploaded(stage, seconds)
  const advert = await saved(stage, 'advertisement', {
    name: 'Bread',
    client: 'Bakery',
    url: file.url,
    fee: 12_345,
  })
  expect(await told(stage, 'advertisement', 'approve', advert)).toBeUndefined()
  const campaign = await saved(stage, 'advertCampaign', {
    ...CAMPAIGN,
    advertisementId: advert.id,
    doorsBy: 'chosen',
    deviceIds: doors.map(({ id }) => id),
  })
  return { file, advert, campaign }
}

let communities = 0

/** A community with one room of everything. */
export async function newCommunity({ server }: DoorStage, tenant_id = server.here.tenantId) {
  const name = `Court ${++communities}`
  return server.sql(async sql => {
    const patterns = {
      building_pattern: '{number}',
      unit_pattern: '{number}',
      room_pattern: '{floor}{room:2}',
    }
    const communityId = await insert(sql, 'community', { tenant_id, name, ...patterns })
    const building = { tenant_id, community_id: communityId, name: '1', floors: 9 }
    const buildingId = await insert(sql, 'building', building)
    const unit = { tenant_id, community_id: communityId, building_id: buildingId, name: '1' }
    const unitId = await insert(sql, 'unit', unit)
    const roomId = await insert(sql, 'room', {
      ...{ tenant_id, community_id: communityId, building_id: buildingId, unit_id: unitId },
      ...{ floor_no: 1, kind: 'home', room_no: `${communities}01` },
    })
    return { name, communityId, unitId, roomId }
  })
}

const places = { unit, room, roomDoor }
type Place = keyof typeof places

/** Saves a unit, a room or a door of one as people do it; of a row that is there only the fields that change are named. */
export async function placed(
  { server }: DoorStage,
  entity: Place,
  { id, ...fields }: { id?: number } & Record<string, unknown>,
): Promise<Row> {
  if (id === undefined) return made(save(server, entity, fields))
  const before = await read(server, entity, id)
  const typed = Object.keys(places[entity].write?.shape ?? {}).map(field => [field, before[field]])
  return made(save(server, entity, { ...Object.fromEntries(typed), id, version: before.version, ...fields }))
}

export async function unplaced({ server }: DoorStage, entity: Place, id: number): Promise<void> {
  expect(refusal(await command(server, `${entity}/remove`, { ids: [id] }))).toBeUndefined()
}

interface ManifestSeen {
  version: number
  videos: { advertId: number; sha256: string; url: string; poster?: string }[]
  items: object[]
}

/** The newest list that a door was told, once it satisfies. */
export const manifestOf = (
  door: Door,
  fits: (list: ManifestSeen) => boolean = () => true,
): Promise<ManifestSeen> =>
  until(() => {
    const lists = door.heard.filter(({ code }) => code === '5088') as unknown as ManifestSeen[]
    const last = lists.at(-1)
    return last && fits(last) ? last : undefined
  })

/** As if the door had had everything for two days: claims of the day before are not too early. */
export const givenLongAgo = (stage: DoorStage) =>
  stage.query(`update advert_delivery set created_at = created_at - 172800000 returning id`)
