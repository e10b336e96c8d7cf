// Site information (工地信息).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/index4info')({ staticData: { built: false } })
