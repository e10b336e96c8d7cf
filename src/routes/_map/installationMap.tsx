// Installation map (安装地图).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/installationMap')({ staticData: { built: false } })
