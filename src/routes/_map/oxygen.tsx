// Blood oxygen (血氧).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/oxygen')({ staticData: { built: false } })
