// Base stations (基站列表).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/baseList')({ staticData: { built: false } })
