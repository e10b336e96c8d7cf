// Audio (音频).
import { createFileRoute } from '@tanstack/react-router'
import { AudioPage } from '../../features/devices/orders/audio-page.tsx'
import { readOrderSearch } from '../../features/devices/orders/order-search.ts'

export const Route = createFileRoute('/_map/audio')({
  validateSearch: readOrderSearch,
  component: () => <AudioPage search={Route.useSearch()} />,
})
