// The region of a community: province, city and district, of which the most exact one that is chosen is kept.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OVERSEAS_CODE, type Province } from '../../domain/geo/regions.ts'
import { regionsOptions } from '../../resource/map/region-query.ts'
import type { FieldControl } from '../../resource/view.ts'
import { type RegionChoice, RegionSelector } from '../../ui/region-selector.tsx'

/** Where a code stands among the regions. */
export function choiceOf(provinces: readonly Province[], code: unknown): RegionChoice {
  for (const province of provinces) {
    if (province.code === code) return { province: province.code }
    for (const city of province.cityList) {
      if (city.code === code) return { province: province.code, city: city.code }
      const area = city.areaList.find(each => each.code === code)
      if (area) return { province: province.code, city: city.code, area: area.code }
    }
  }
  return {}
}

/** Beyond China regions have no number: the code of all of it stands for them. */
const codeOf = ({ province, city, area }: RegionChoice): string =>
  province === OVERSEAS_CODE ? OVERSEAS_CODE : (area ?? city ?? province ?? '')

export function RegionField({ control }: { control: FieldControl }) {
  const { data } = useQuery(regionsOptions())
  const [chosen, setChosen] = useState<RegionChoice>()
  return (
    <RegionSelector
      provinces={data ?? []}
      loading={!data}
      disabled={control.disabled}
      label={control.label}
      value={chosen ?? choiceOf(data ?? [], control.value)}
      onChange={next => {
        setChosen(next)
        control.onChange(codeOf(next))
      }}
    />
  )
}
