// Harmful gas (有害气体).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/harmfalgas')({ staticData: { built: false } })
