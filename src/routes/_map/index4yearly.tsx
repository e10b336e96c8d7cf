// Annual inspection (年检).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/index4yearly')({ staticData: { built: false } })
