// Recordings: their list, or one of them played.
import { useNavigate } from '@tanstack/react-router'
import { ListPage } from '../../resource/list-page.tsx'
import type { View } from '../../resource/view.ts'
import { RecordingPlayerPage } from './recording-player-page.tsx'

export interface RecordingsSearch {
  /** The one that is played. */
  play: number | undefined
}

export const readRecordingsSearch = ({ play }: Readonly<Record<string, unknown>>): RecordingsSearch => ({
  play: /^\d{1,15}$/.test(String(play)) ? Number(play) : undefined,
})

export function RecordingsPage({ view, search: { play } }: { view: View; search: RecordingsSearch }) {
  const navigate = useNavigate()
  if (play === undefined) return <ListPage view={view} />
  return (
    <RecordingPlayerPage
      id={play}
      onBack={() => void navigate({ to: '.', search: before => ({ ...before, play: undefined }) })}
    />
  )
}
