// The panel of one notice: opened, it counts as read; a link leads to what it is about.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import { useRights } from '../../resource/surroundings.ts'
import type { View } from '../../resource/view.ts'
import { Elapsed } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { type NoticeRow, wayTo } from './notice-words.ts'

interface NoticePeekProps {
  view: View
  row: NoticeRow
  /** The content in words. */
  content: string
}

export function NoticePeek({ view, row, content }: NoticePeekProps) {
  const { t } = useLingui()
  useReadOnOpen(view, row)
  const whoLabel =
    row.kind === 'task'
      ? t`File`
      : row.kind === 'testEnd'
        ? t`Reason`
        : row.kind === 'approvalEnd'
          ? t({ context: 'approval', message: 'Subject' })
          : t`Who`
  return (
    <PeekSection title={<Trans>What and where</Trans>} aside={<Elapsed since={row.at} />}>
      <Facts
        facts={[
          { id: 'content', label: t`What`, value: (row.kind !== 'sos' || row.times > 1) && content },
          { id: 'who', label: whoLabel, value: row.who },
          { id: 'place', label: t`Where`, value: row.place },
          { id: 'at', label: t`When`, value: <bdi dir="ltr">{formatMoment(row.at)}</bdi> },
          { id: 'imei', label: t`IMEI`, value: row.imei && <bdi dir="ltr">{row.imei}</bdi> },
          {
            id: 'read',
            label: t`Read`,
            value: row.readAt !== null && <bdi dir="ltr">{formatMoment(row.readAt)}</bdi>,
          },
        ]}
      />
    </PeekSection>
  )
}

/** Marks the notice as read once when it is opened; who marks it as unread in the open panel keeps it so. */
function useReadOnOpen(view: View, row: NoticeRow): void {
  const client = useQueryClient()
  const may = useRights()
  const opened = useRef<number>(undefined)
  useEffect(() => {
    if (opened.current === row.id) return
    opened.current = row.id
    if (row.state === 'read' || !may('notice.read')) return
    runCommand(client, {
      view,
      command: 'read',
      rows: [row],
      subject: row.who ?? `#${row.id}`,
      quiet: true,
    }).catch(showFailure)
  })
}

/** Leads to the alarm, the file, the call or the device. */
export function NoticeWay({ row }: { row: NoticeRow }) {
  const { i18n } = useLingui()
  const router = useRouter()
  const way = wayTo(row)
  if (!way) return null
  return (
    <Button
      variant="default"
      component="a"
      href={`#${way.path}`}
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        router.history.push(way.path)
      }}
      leftSection={<Icon name="forward" />}
    >
      {i18n._(way.label)}
    </Button>
  )
}
