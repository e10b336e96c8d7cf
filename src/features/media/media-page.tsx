// Photos or videos: their list, or one after the other for who judges them.
import { ListPage } from '../../resource/list-page.tsx'
import { useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Forbidden } from '../../ui/states.tsx'
import type { MediaSearch } from './media-search.ts'
import { ReviewPage } from './review-page.tsx'

interface MediaPageProps {
  of: 'photo' | 'video'
  view: View
  search: MediaSearch
}

export function MediaPage({ of, view, search }: MediaPageProps) {
  const may = useRights()
  if (!search.review) return <ListPage view={view} />
  return may(`${of}.review`) ? <ReviewPage of={of} /> : <Forbidden />
}
