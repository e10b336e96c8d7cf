// Site personnel (工地人员).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/index4personnel')({ staticData: { built: false } })
