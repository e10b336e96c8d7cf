// Mall figures (商城数据).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/MallData')({ staticData: { built: false } })
