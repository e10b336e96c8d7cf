// Battery (电量).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/electronic')({ staticData: { built: false } })
