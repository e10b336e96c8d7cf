// Units: all, or the one whose door unit the address names.
import { useMemo } from 'react'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'

export function UnitPage({ view, imei }: { view: View; imei: string | undefined }) {
  const shown = useMemo(
    () => (imei === undefined ? view : { ...view, within: { ...view.within, deviceImei: imei } }),
    [view, imei],
  )
  return <ListPage key={imei ?? 'all'} view={shown} />
}
