// Units (单元管理).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/unitManagement/{-$imei}')({ staticData: { built: false } })
