// SIM cards (SIM卡管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/SIMCard')({ staticData: { built: false } })
