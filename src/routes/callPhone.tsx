// Call (语音通话). Its address says who calls whom: `caller`, `reciever`, and `call` to answer one that rings.
import { createFileRoute } from '@tanstack/react-router'
import { DirectCallScreen } from '../app/direct-call-screen.tsx'

export const Route = createFileRoute('/callPhone')({
  component: () => <DirectCallScreen search={Route.useSearch()} />,
})
