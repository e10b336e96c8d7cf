// The page /mqtt over this session's broker connection, and what lies over every page.
import { useRouter } from '@tanstack/react-router'
import { BrokerPage } from '../features/broker/broker-page.tsx'
import { useSession } from '../resource/surroundings.ts'
import { broker } from './live.ts'
import { Hosts } from './shell/hosts.tsx'

export function BrokerScreen() {
  const router = useRouter()
  const session = useSession()
  if (!session) return null
  return (
    <>
      <BrokerPage
        key={session.user.id}
        broker={broker}
        me={session.user.id}
        onLeave={() => router.history.push('/')}
      />
      <Hosts />
    </>
  )
}
