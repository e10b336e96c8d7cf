// Puts a device on the map: where it was installed, with a photograph of the place.
import type { Commanding } from '../../entity/table.ts'
import type { Context } from '../../http/handlers.ts'
import { Refused } from '../../http/refusal.ts'

const HIGHEST_LATITUDE = 90

/**
 * The place the device itself tells of stays apart: that of its installation does not move with it. What waited for
 * the network counts from when the person did it, so an earlier placing that arrives later is refused.
 */
export async function placeDevice({ context, row, input, tenantId, at }: Commanding): Promise<void> {
  const { groupId, installLocation, indoorImage } = input
  const [latitude, longitude] = [Number(input.latitude), Number(input.longitude)]
  if (row.lifecycle === 'recycled') throw new Refused('device.recycled')
  refuseWrongPlace(latitude, longitude)
  if (indoorImage !== undefined) await refuseForeignPhoto(context, String(indoorImage), tenantId)
  const changed = await context.sql.change(
    `update device set latitude = $2, longitude = $3, install_location = coalesce($4, install_location),
       indoor_image = coalesce($5, indoor_image), group_id = case when $6::boolean then $7::bigint else group_id end,
       placed_at = $8, placed_by = $9, version = version + 1, updated_at = $10
     where id = $1 and (placed_at is null or placed_at <= $8)`,
    [
      row.id,
      latitude,
      longitude,
      installLocation ?? null,
      indoorImage ?? null,
      groupId !== undefined,
      groupId ?? null,
      at,
      context.person.name,
      Date.now(),
    ],
  )
  if (changed === 0) throw new Refused('place.overtaken')
}

/** Latitude before longitude; a phone that knows no place says 0, 0. */
function refuseWrongPlace(latitude: number, longitude: number): void {
  if (Math.abs(latitude) > HIGHEST_LATITUDE) {
    if (Math.abs(longitude) <= HIGHEST_LATITUDE)
      throw new Refused('place.swapped', { field: 'input.latitude' })
    throw new Refused('field.tooBig', { field: 'input.latitude', params: { max: HIGHEST_LATITUDE } })
  }
  if (latitude === 0 && longitude === 0) throw new Refused('place.nowhere')
}

async function refuseForeignPhoto({ sql }: Context, address: string, tenantId: number): Promise<void> {
  const known = await sql.first(
    `select id from stored_file where key = $1 and tenant_id = $2 and removed_at is null and content_type like 'image/%'`,
    [address.replace(/^\/files\//, ''), tenantId],
  )
  if (!known) throw new Refused('place.photo')
}
