// A shift report while it is printed, or kept as PDF: a sheet of its own, since the frame of the console has no pages.
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useSession } from '../../resource/surroundings.ts'
import { Text } from '../../ui/kit/parts.tsx'
import css from './shift-report.module.css'
import { ShiftReport } from './shift-report.tsx'
import type { ShiftReport as Report } from './shift-report-query.ts'

export function PrintedReport({ report }: { report: Report }) {
  const [printing, setPrinting] = useState(false)
  const tenant = useSession()?.user.tenantName
  useEffect(() => {
    // The sheet has to stand before the browser lays it out.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    globalThis.addEventListener('beforeprint', before)
    globalThis.addEventListener('afterprint', after)
    return () => {
      globalThis.removeEventListener('beforeprint', before)
      globalThis.removeEventListener('afterprint', after)
    }
  }, [])
  if (!printing) return null
  return createPortal(
    <article className={css.sheet}>
      <Text as="h1" size="title" strong>
        <Trans context="page">Shift report</Trans>
        {tenant && (
          <>
            {' · '}
            <bdi>{tenant}</bdi>
          </>
        )}
      </Text>
      <ShiftReport report={report} />
    </article>,
    document.body,
  )
}
