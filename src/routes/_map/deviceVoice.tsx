// Voice message (语音下发).
import { createFileRoute } from '@tanstack/react-router'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'
import { VoicePage } from '../../features/devices/orders/voice-page.tsx'

export const Route = createFileRoute('/_map/deviceVoice')({
  validateSearch: readOrderSearch,
  component: () => <VoicePage search={Route.useSearch()} />,
})
