// Message broker (消息代理).
import { createFileRoute } from '@tanstack/react-router'
import { BrokerScreen } from '../app/broker-screen.tsx'

export const Route = createFileRoute('/mqtt')({ component: () => <BrokerScreen /> })
