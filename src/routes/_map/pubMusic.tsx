// Public address (公共广播).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/pubMusic')({ staticData: { built: false } })
