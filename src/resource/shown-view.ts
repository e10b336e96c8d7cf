// A view as a visitor gets it: without the columns, filters and panels of what is hidden from visitors.
import { fieldsForVisitors } from '../domain/visitor.ts'
import { useSession } from './surroundings.ts'
import type { View } from './view.ts'

const made = new WeakMap<View, View>()

/** The view for whoever is logged in. */
export function useShownView(view: View): View {
  const visitor = useSession()?.user.visitor === true
  if (!visitor) return view
  const known = made.get(view) ?? forVisitors(view)
  made.set(view, known)
  return known
}

function forVisitors(view: View): View {
  const { identifier: _, fullPage: __, card, slots, entity, ...rest } = view
  const fields = fieldsForVisitors(entity.key)
  const shown = <Value>(all: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(all).filter(([field]) => fields.has(field)))
  const sorts = entity.sorts.filter(field => fields.has(field))
  const defaultSort = fields.has(entity.defaultSort.replace(/^-/, '')) ? entity.defaultSort : sorts[0]
  return {
    ...rest,
    columns: view.columns.filter(({ of }) => fields.has(of) || of === view.nameOf),
    card: { ...card, detail: card.detail?.filter(field => fields.has(field)) ?? [] },
    filters: shown(view.filters),
    entity: {
      ...entity,
      filters: shown(entity.filters),
      sorts,
      // Where no order is left, any will do: the server takes none that is hidden.
      ...(defaultSort !== undefined && { defaultSort }),
      search: [],
    },
    // Panels and lines of a feature ask for more than a visitor may.
    slots: slots.badges ? { badges: slots.badges } : {},
  }
}
