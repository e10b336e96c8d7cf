// The line above the messages: how many are unread, and the one press that marks them all as read.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readAllNotices } from '../../contract/endpoints/message.ts'
import { notice } from '../../domain/notice/notice.ts'
import { call } from '../../platform/http.ts'
import { tell } from '../../platform/tell.ts'
import { invalidateEntity, pageOptions } from '../../resource/query.ts'
import { tellFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import css from './centre-head.module.css'

/** Asked apart from the list: whatever is filtered there, «all» means all. */
const newest = pageOptions(notice, { page: 1, size: 1, sort: '-at', counts: true })

export function CentreHead() {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const { data } = useQuery(newest)
  const unread = data?.counts?.unread ?? 0
  const until = data?.list[0]?.at
  if (unread === 0 || until === undefined) return null
  const readAll = async () => {
    setBusy(true)
    try {
      // Up to the newest one that is known here: what comes meanwhile stays unread.
      const { changed } = await call(readAllNotices, { until: Math.max(until, Date.now()) })
      if (changed > 0) tell({ kind: 'ok', message: msg`Marked as read` })
    } catch (error) {
      tellFailure(error)
    } finally {
      setBusy(false)
      void invalidateEntity(client, notice)
    }
  }
  return (
    <div className={css.line}>
      <p className={css.words}>
        <Plural value={unread} one="# message is unread" other="# messages are unread" />
      </p>
      <Button
        variant="default"
        loading={busy}
        disabled={!online}
        title={online ? undefined : t`No connection. This is not kept for later.`}
        leftSection={<Icon name="eye" />}
        onClick={() => void readAll()}
      >
        <Trans>Mark all as read</Trans>
      </Button>
    </div>
  )
}
