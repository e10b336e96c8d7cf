// 4G gateways (4G网关).
import { createFileRoute } from '@tanstack/react-router'
import { GatewaysPage } from '../../features/devices/commands/gateways-page.tsx'

export const Route = createFileRoute('/_console/gateay_4G')({ component: () => <GatewaysPage /> })
