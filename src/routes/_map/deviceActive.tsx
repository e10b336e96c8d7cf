// Activation (设备激活).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/deviceActive')({ staticData: { built: false } })
