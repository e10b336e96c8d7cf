// Voice message (语音下发).
import { createFileRoute } from '@tanstack/react-router'
import { readCommandSearch } from '../../features/devices/commands/command-search.ts'
import { VoicePage } from '../../features/devices/commands/voice-page.tsx'

export const Route = createFileRoute('/_map/deviceVoice')({
  validateSearch: readCommandSearch,
  component: () => <VoicePage search={Route.useSearch()} />,
})
