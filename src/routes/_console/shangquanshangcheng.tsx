// Merchants (商圈商城).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_console/shangquanshangcheng')({ staticData: { built: false } })
