// Call (语音通话). Its address says who calls whom, misspelt as specified; `call` answers one that rings.
import { createFileRoute } from '@tanstack/react-router'
import { DirectCallScreen } from '../app/direct-call-screen.tsx'

export const Route = createFileRoute('/callPhone')({
  validateSearch: (raw: Record<string, unknown>) => raw,
  component: () => {
    const { caller, reciever, call } = Route.useSearch()
    return <DirectCallScreen caller={caller} callee={reciever} callId={call} />
  },
})
