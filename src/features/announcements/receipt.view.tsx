// Words and looks of announcements for whoever reads them: opened, one counts as read; some have to be confirmed.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announcementReceipt } from '../../domain/announcement/receipt.ts'
import type { RowOf } from '../../domain/entity.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import { type View, viewOf } from '../../resource/view.ts'
import { Facts } from '../../ui/facts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { AnnouncementText } from './announcement-text.tsx'
import { receiptWords } from './announcement-words.ts'

type ReceiptRow = RowOf<typeof announcementReceipt>

function ReceiptPeek({ row }: { row: ReceiptRow }) {
  const client = useQueryClient()
  const opened = useRef<number>(undefined)
  useEffect(() => {
    if (opened.current === row.id || row.state !== 'unread') return
    opened.current = row.id
    runCommand(client, {
      view: receiptView,
      command: 'read',
      rows: [row],
      subject: row.title,
      quiet: true,
    }).catch(showFailure)
  }, [client, row])
  const { t } = useLingui()
  const moment = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>
  return (
    <>
      <PeekSection title={<Trans>Text</Trans>}>
        <AnnouncementText content={row.content} pictures={row.pictures} />
      </PeekSection>
      <PeekSection title={<Trans>Whom and when</Trans>}>
        <Facts
          facts={[
            { id: 'publisher', label: t`Published by`, value: row.publisherName },
            { id: 'publishedAt', label: t`Published`, value: moment(row.publishedAt) },
            { id: 'expiresAt', label: t`Expires`, value: moment(row.expiresAt) },
            { id: 'readAt', label: t`Read at`, value: moment(row.readAt) },
            { id: 'confirmedAt', label: t`Confirmed at`, value: moment(row.confirmedAt) },
          ]}
        />
      </PeekSection>
    </>
  )
}

export const receiptView: View = viewOf(announcementReceipt, {
  title: msg({ context: 'page', message: 'Site announcements' }),
  titleOne: msg({ context: 'approval', message: 'Announcement' }),
  icon: 'inbox',
  nameOf: 'title',
  empty: {
    title: msg`Nothing was announced to you`,
    why: msg`What is announced to you, your department or your post appears here.`,
    icon: 'inbox',
  },
  columns: [
    {
      of: 'title',
      label: msg`Title`,
      type: 'name',
      icon: () => 'inbox',
      width: 320,
      fixed: 'left',
      required: true,
    },
    { of: 'state', label: msg`State`, width: 130 },
    { of: 'mustConfirm', label: msg`Has to be confirmed`, type: 'yesNo', width: 150 },
    { of: 'publisherName', label: msg`Published by`, width: 140 },
    { of: 'publishedAt', label: msg`Published`, type: 'age', width: 130, align: 'end' },
    { of: 'expiresAt', label: msg`Expires`, type: 'date', width: 160 },
    { of: 'current', label: msg`In force`, type: 'yesNo', width: 100, hidden: true },
    { of: 'readAt', label: msg`Read at`, type: 'date', width: 160, hidden: true },
    { of: 'confirmedAt', label: msg`Confirmed at`, type: 'date', width: 160, hidden: true },
  ],
  card: {
    icon: () => 'inbox',
    title: 'title',
    quiet: row => row.state !== 'unread',
    state: 'state',
    detail: ['publisherName'],
    age: 'publishedAt',
  },
  words: { state: receiptWords },
  filters: {
    announcementId: msg({ context: 'approval', message: 'Announcement' }),
    state: msg`State`,
    mustConfirm: msg`Has to be confirmed`,
    current: msg`In force`,
    title: msg`Title`,
    publishedAt: msg`Published`,
  },
  actions: {
    read: {
      label: msg`Mark as read`,
      icon: 'eye',
      done: msg`Marked as read`,
      optimistic: () => ({ state: 'read' as const, readAt: serverNow() }),
    },
    confirm: {
      label: msg({ context: 'announcement', message: 'Confirm' }),
      icon: 'check',
      primary: true,
      done: msg({ context: 'announcement', message: 'Confirmed' }),
      optimistic: () => ({ state: 'confirmed' as const, confirmedAt: serverNow() }),
    },
  },
  slots: { peek: ({ row }) => <ReceiptPeek row={row} /> },
})
