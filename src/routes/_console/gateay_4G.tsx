// 4G gateways (4G网关).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/gateay_4G')({ staticData: { built: false } })
