// Cut off power (断电).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/cutoff')({ staticData: { built: false } })
