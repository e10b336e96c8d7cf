// Device panel (设备面板).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/devicelistcomponent')({ staticData: { built: false } })
