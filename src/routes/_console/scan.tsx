// Scan (扫一扫): where the labels of devices, rooms and things lead.
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { scanned } from '../../app/scan-targets.ts'
import { labelCodeIn } from '../../domain/label.ts'
import { ScanPage } from '../../resource/scan/scan-page.tsx'

export const Route = createFileRoute('/_console/scan')({
  validateSearch: (raw): { code?: string } => {
    const code = typeof raw.code === 'string' ? labelCodeIn(raw.code) : undefined
    return code === undefined ? {} : { code }
  },
  component: () => {
    const { i18n } = useLingui()
    const { code } = Route.useSearch()
    const navigate = Route.useNavigate()
    return (
      <ScanPage
        code={code}
        onCode={read => void navigate({ search: { code: read }, replace: true })}
        thingOf={found => scanned(found, i18n)}
      />
    )
  },
})
