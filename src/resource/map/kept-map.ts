// Which map a person chose on this browser, known before a page with one has come.
import * as z from 'zod/mini'
import { openerOf } from '../../platform/map/providers.ts'
import { readKept } from '../kept.ts'

const choice = z.object({
  provider: z.enum(['maplibre', 'amap', 'google']),
  ground: z.enum(['offline', 'street', 'raster', 'grid']),
})

export type MapChoice = z.output<typeof choice>

/** Undefined where nobody has chosen. */
export const keptMap = (): MapChoice | undefined => choice.safeParse(readKept('map')).data

/** Fetches what draws the person's map. */
export const fetchMap = async (): Promise<void> => void (await openerOf(keptMap()?.provider ?? 'maplibre'))
