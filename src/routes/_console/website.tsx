// Website (官网设置).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/website')({ staticData: { built: false } })
