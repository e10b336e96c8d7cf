// Random check (随机抽查).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/randomReload')({ staticData: { built: false } })
