// What is for sale now, as shoppers find it.
import { useMemo } from 'react'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { onSaleView } from './mall-product.view.tsx'

export function OnSalePage(_: { view: View }) {
  const view = useMemo(() => ({ ...onSaleView, within: { onSale: true } }), [])
  return <ListPage view={view} />
}
