// Recharge a meter (水电缴费).
import { createFileRoute } from '@tanstack/react-router'
import { MeterRechargePage } from '../../features/billing/pay/meter-recharge-page.tsx'

export const Route = createFileRoute('/_map/Recharge2')({ component: () => <MeterRechargePage /> })
