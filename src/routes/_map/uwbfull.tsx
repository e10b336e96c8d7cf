// UWB full screen (UWB全屏).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/uwbfull')({ staticData: { built: false } })
