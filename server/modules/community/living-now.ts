// Who lives somewhere now: one condition for everything that a home gives, from its ring to its bills.
import { sql as raw, type SqlBool } from 'kysely'
import { tables } from '../../db/typed.ts'

/** The stay, the person and the tenant that a condition below speaks of. */
const WITH_PEOPLE = `occupancy o join resident p on p.id = o.resident_id join tenant z on z.id = o.tenant_id`
/** None of the three is gone. A tenant that is switched off is nobody's landlord. */
const KNOWN = `o.removed_at is null and p.removed_at is null and z.removed_at is null and z.status = 'enabled'`
const NOW = `o.state = 'active'`

/** Stays `o` of people `p` with a tenant `z`, asked for, lived in and over alike. */
export const knownStays = () =>
  tables
    .selectFrom('occupancy as o')
    .innerJoin('resident as p', 'p.id', 'o.resident_id')
    .innerJoin('tenant as z', 'z.id', 'o.tenant_id')
    .where(raw.raw<SqlBool>(KNOWN))

/** Stays `o` of people `p` with a tenant `z` that are lived in now. */
export const livingNow = () => knownStays().where(raw.raw<SqlBool>(NOW))

/** The same in words of SQL: somebody with the telephone lives in the room now. `more` is said of the stay `o`. */
export const livesIn = (room: string, phone: string, more = 'true'): string =>
  `exists (select from ${WITH_PEOPLE} where o.room_id = ${room} and p.phone = ${phone} and ${NOW} and ${KNOWN} and ${more})`
