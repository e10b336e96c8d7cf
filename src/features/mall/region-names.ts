// Regions of freight rules by their prefixes, as people call them.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { prefixOf } from '../../domain/mall/freight.ts'
import { regionsOptions } from '../../resource/map/region-query.ts'
import { useIntlLocale } from '../../ui/locale.ts'
import type { RegionChoice, RegionProvince } from '../../ui/region-selector.tsx'

const NONE: readonly RegionProvince[] = []

export function useRegions() {
  const chinese = useIntlLocale().startsWith('zh')
  const { data, isPending } = useQuery(regionsOptions())
  const provinces: readonly RegionProvince[] = data ?? NONE
  const names = useMemo(() => {
    const found = new Map<string, string>()
    const add = (item: { code: string; name: string; latin: string }) => {
      const prefix = prefixOf(item.code)
      if (!found.has(prefix)) found.set(prefix, chinese ? item.name : item.latin)
    }
    for (const province of provinces) {
      add(province)
      for (const city of province.cityList) {
        add(city)
        for (const area of city.areaList) add(area)
      }
    }
    return found
  }, [provinces, chinese])
  return { provinces, loading: isPending, nameOf: (prefix: string) => names.get(prefix) ?? prefix }
}

/** The closest that was chosen. */
export const codeOf = ({ province, city, area }: RegionChoice): string | undefined => area ?? city ?? province
