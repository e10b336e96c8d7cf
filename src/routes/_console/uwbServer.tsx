// UWB servers (UWB服务器).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/uwbServer')({ staticData: { built: false } })
