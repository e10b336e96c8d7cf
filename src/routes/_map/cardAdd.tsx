// Issue a card (发卡).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/cardAdd')({ staticData: { built: false } })
