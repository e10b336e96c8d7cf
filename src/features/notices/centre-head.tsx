// The line above the messages: how many are unread, the one press that reads them all, and ways to speak and to see who is reached.

import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readAllNotices } from '../../contract/endpoints/message.ts'
import { notice } from '../../domain/notice/notice.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity, pageOptions } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import css from './centre-head.module.css'

/** Independent of the list's filters: «Mark all as read» means all. */
const newest = pageOptions(notice, { page: 1, size: 1, sort: '-at', counts: true })

/** What other features do for whoever stands in the message centre. */
export interface CentreWays {
  /** Opens the form that has something said aloud. */
  onSpeak: () => void
  /** Opens the board of who is reached how. */
  onBoard: () => void
}

export function CentreHead({ onSpeak, onBoard }: CentreWays) {
  const { t } = useLingui()
  const may = useRights()
  const { data } = useQuery(newest)
  const unread = data?.counts?.unread ?? 0
  const until = data?.list[0]?.at
  const [speaks, sees] = [may('notice.speak'), may('notice.board')]
  if (unread === 0 && !speaks && !sees) return null
  return (
    <Row wrap justify="between" gap={2} columnGap={4} className={css.line}>
      <Text as="p" tone="ink-2" growOnPhone>
        {unread > 0 ? (
          <Plural value={unread} one="# message is unread" other="# messages are unread" />
        ) : (
          until !== undefined && <Trans>Everything is read</Trans>
        )}
      </Text>
      <Row wrap align="stretch" gap={2} className={css.ways}>
        {speaks && <Way icon="mic" label={t`Speak a notice`} onGo={onSpeak} />}
        {sees && <Way icon="users" label={t`Who is reached, and how`} onGo={onBoard} />}
        {unread > 0 && until !== undefined && <ReadAll until={until} />}
      </Row>
    </Row>
  )
}

function ReadAll({ until }: { until: number }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const phone = useScreen() === 'phone'
  const [busy, setBusy] = useState(false)
  const readAll = async () => {
    setBusy(true)
    try {
      // Up to the newest one that is known here: what comes meanwhile stays unread.
      const { changed } = await sendRequest(readAllNotices, { until: Math.max(until, serverNow()) })
      if (changed > 0) showToast({ kind: 'ok', message: msg`Marked as read` })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
      void invalidateEntity(client, notice)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={!online}
      title={online ? undefined : t`No connection. This is not kept for later.`}
      leftSection={phone ? undefined : <Icon name="eye" />}
      onClick={() => void readAll()}
    >
      <Trans>Mark all as read</Trans>
    </Button>
  )
}

/** In words; on a phone the icon alone, its words said aloud. */
function Way({ icon, label, onGo }: { icon: IconName; label: string; onGo: () => void }) {
  const phone = useScreen() === 'phone'
  if (phone) return <IconButton bordered icon={icon} label={label} onClick={onGo} />
  return (
    <Button variant="default" leftSection={<Icon name={icon} size={16} />} onClick={onGo}>
      {label}
    </Button>
  )
}
