// Which columns a person sees of a list, in which order: remembered for them on this browser.
import { useState } from 'react'
import * as z from 'zod/mini'
import type { ColumnLayout } from '../ui/data-table/columns.ts'
import { keep, readKept } from './kept.ts'
import type { View } from './view.ts'

const stored = z.object({ order: z.array(z.string()), hidden: z.array(z.string()) })

const nameOf = (view: View) => `columns-${view.entity.key}`

/** The layout of a view before anybody changed it. */
export function originalLayout(view: View): ColumnLayout {
  return { order: [], hidden: view.columns.filter(column => column.hidden).map(column => column.of) }
}

/** The person's layout of a view, and how to change it; undefined goes back to the original one. */
export function useColumnLayout(view: View): [ColumnLayout, (layout: ColumnLayout | undefined) => void] {
  const [layout, setLayout] = useState<ColumnLayout>(() => {
    const read = stored.safeParse(readKept(nameOf(view)))
    return read.success ? read.data : originalLayout(view)
  })
  return [
    layout,
    next => {
      keep(nameOf(view), next)
      setLayout(next ?? originalLayout(view))
    },
  ]
}
