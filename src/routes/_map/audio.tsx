// Audio (音频).
import { createFileRoute } from '@tanstack/react-router'
import { AudioPage } from '../../features/devices/commands/audio-page.tsx'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'

export const Route = createFileRoute('/_map/audio')({
  validateSearch: readCommandSearch,
  component: () => <AudioPage search={Route.useSearch()} />,
})
