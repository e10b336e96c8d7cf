// Recharge a meter (水电缴费).
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_map/Recharge2')({ staticData: { built: false } })
