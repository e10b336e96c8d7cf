// One floor with who is on it, as a picture inside of another page.
import { useLingui } from '@lingui/react/macro'
import { wordsForError } from '../../resource/error-words.ts'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { LiveFloor } from './live-floor.tsx'
import { useFloor } from './use-floor.ts'

export function FloorPicture({ drawingId }: { drawingId: number }) {
  const { i18n } = useLingui()
  const { plan, tags, areas, inZone } = useFloor(drawingId)
  if (plan.data) return <LiveFloor drawing={plan.data} tags={tags} zones={areas} inZone={inZone} />
  if (plan.isError)
    return <ErrorState what={i18n._(wordsForError(plan.error))} onRetry={() => void plan.refetch()} />
  return <Loading variant="cards" count={1} />
}
