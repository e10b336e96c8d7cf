// Words and looks of the message centre: what came while somebody was away, read and unread.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { notice } from '../../domain/notice/notice.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { valueText } from '../../resource/cells.tsx'
import { type View, viewOf, type Word } from '../../resource/view.ts'
import { CentreHead, type CentreWays } from './centre-head.tsx'
import { NoticeKindCell, NoticeStateCell } from './notice-cells.tsx'
import { NoticePeek, NoticeWay } from './notice-peek.tsx'
import { contentText, fileWords, iconOfNotice, kindWords, type NoticeRow } from './notice-words.ts'

/** `alarmWords`: names of alarm types, which the alarms' own view has. `ways`: what other features do for the reader. */
export function noticeView(alarmWords: Readonly<Record<string, Word>>, ways: CentreWays): View {
  // The content is a code where a machine wrote it: the type of an alarm, the end of an export.
  const codes = { ...alarmWords, ...labelled(fileWords) }
  const view = viewOf(notice, {
    title: msg({ context: 'page', message: 'Message centre' }),
    titleOne: msg`Message`,
    icon: 'inbox',
    nameOf: 'kind',
    removeQuestion: msg`Delete these messages?`,
    empty: {
      title: msg`No messages`,
      why: msg`SOS, alarms, missed calls, cards, spoken notices and finished files appear here.`,
      icon: 'inbox',
    },
    columns: [
      {
        of: 'kind',
        label: msg`Message`,
        width: 185,
        fixed: 'left',
        required: true,
        render: (_, row) => <NoticeKindCell row={row} />,
      },
      { of: 'who', label: msg`Who`, width: 130 },
      { of: 'place', label: msg`Where`, width: 150 },
      {
        of: 'content',
        label: msg`What`,
        width: 170,
        type: 'text',
        text: (content, _, row, i18n) => contentText(row, codes[content]?.label, i18n),
      },
      { of: 'at', label: msg`When`, type: 'age', width: 120, align: 'end' },
      { of: 'state', label: msg`State`, width: 110, render: (_, row) => <NoticeStateCell row={row} /> },
      { of: 'imei', label: msg`IMEI`, width: 150, hidden: true, quiet: true },
      { of: 'readAt', label: msg`Read at`, type: 'date', width: 160, hidden: true },
    ],
    card: {
      icon: iconOfNotice,
      title: 'kind',
      quiet: row => row.state === 'read',
      state: 'state',
      detail: ['who', 'place', 'content'],
      age: 'at',
    },
    words: {
      kind: kindWords,
      state: { unread: msg`Unread`, read: msg`Read` },
    },
    // Until somebody has it, read or not.
    rowTone: row =>
      row.kind === 'sos' && (row.state === 'unread' || row.unanswered) ? 'critical' : undefined,
    filters: { kind: msg`Kind`, who: msg`Who`, at: msg`Period` },
    actions: {
      read: {
        label: msg`Mark as read`,
        icon: 'eye',
        primary: true,
        done: msg`Marked as read`,
        optimistic: () => ({ state: 'read' as const, readAt: serverNow() }),
      },
      unread: {
        label: msg`Mark as unread`,
        icon: 'eye-off',
        primary: true,
        done: msg`Marked as unread`,
        optimistic: () => ({ state: 'unread' as const, readAt: null }),
      },
    },
    slots: {
      listHeader: () => <CentreHead {...ways} />,
      actions: ({ row }) => <NoticeWay row={row} />,
      peek: ({ row }) => <PeekWithWords row={row} />,
    },
  })
  const whole: View = { ...view, words: { ...view.words, content: codes } }
  function PeekWithWords({ row }: { row: NoticeRow }) {
    const { i18n } = useLingui()
    return <NoticePeek view={whole} row={row} content={valueText(whole, { of: 'content' }, row, i18n)} />
  }
  return whole
}

const labelled = (words: Readonly<Record<string, MessageDescriptor>>): Record<string, Word> =>
  Object.fromEntries(Object.entries(words).map(([word, label]) => [word, { label }]))
