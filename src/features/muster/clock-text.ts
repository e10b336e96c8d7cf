// The time of day of what was said, by the clocks of the tenant.
import { localTime } from '../../domain/report/zone-time.ts'
import { tenantZone } from '../../resource/zone.ts'
import { clockOf } from '../../ui/week.ts'

/** `14:05`. */
export const clockAt = (at: number): string => clockOf(localTime(tenantZone(), at).minute)
