// Commodities (商品).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/Commodity')({ staticData: { built: false } })
