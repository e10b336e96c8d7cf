// DTU relay (DTU电灶).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/dtudz')({ staticData: { built: false } })
