// Site management (工地管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/index4manager')({ staticData: { built: false } })
