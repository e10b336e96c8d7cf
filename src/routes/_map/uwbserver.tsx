// UWB server on the map (UWB服务).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/uwbserver')({ staticData: { built: false } })
