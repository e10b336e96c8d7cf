// The head of the roster: which week, whether it is published, copying the last one, publishing.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { copyDuty, publishDuty } from '../../contract/endpoints/duty.ts'
import { dutyShift } from '../../domain/duty/duty-shift.ts'
import { sendRequest } from '../../platform/http.ts'
import { showToast } from '../../platform/toast.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { tenantZone } from '../../resource/zone.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { useIntlLocale } from '../../ui/locale.ts'
import { PageHead } from '../../ui/page-frame.tsx'
import { SeverityBadge } from '../../ui/severity-badge.tsx'
import type { ShownRoster } from './shown-roster.ts'

interface RosterHeadProps {
  roster: ShownRoster
  later: number
  onLater: (later: number) => void
  onAdd: () => void
}

export function RosterHead({ roster, later, onLater, onAdd }: RosterHeadProps) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const { week, drafts, overlaps } = roster
  const period = { startsAt: week.startsAt, endsAt: week.endsAt }
  const range = new Intl.DateTimeFormat(locale, {
    timeZone: tenantZone(),
    month: 'short',
    day: 'numeric',
  }).formatRange(week.startsAt, week.endsAt - 1)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showFailure(error)
    } finally {
      await invalidateEntity(client, dutyShift)
      setBusy(false)
    }
  }
  const copy = () =>
    run(async () => {
      const { copied } = await sendRequest(copyDuty, period)
      showToast({
        kind: copied > 0 ? 'ok' : 'tip',
        message:
          copied > 0
            ? msg`Copied as drafts. Publish the week when it is right.`
            : msg`There was nothing to copy from the week before`,
      })
    })
  const publish = () =>
    run(async () => {
      await sendRequest(publishDuty, period)
      showToast({ kind: 'ok', message: msg`The roster is published` })
    })
  const saves = may('dutyShift.save')
  const clear = overlaps.length === 0
  return (
    <PageHead
      title={t({ context: 'page', message: 'On-duty staff' })}
      end={
        saves && (
          <>
            <Button
              variant="default"
              leftSection={<Icon name="copy" />}
              disabled={!online || busy}
              onClick={() => void copy()}
            >
              <Trans>Copy last week</Trans>
            </Button>
            <Button variant="default" leftSection={<Icon name="plus" />} disabled={!online} onClick={onAdd}>
              <Trans>Add shift</Trans>
            </Button>
            {drafts > 0 && (
              <Button disabled={!online || busy || !clear} onClick={() => void publish()}>
                {clear ? (
                  <Trans>Publish</Trans>
                ) : (
                  <Plural
                    value={overlaps.length}
                    one="Publish · # overlap left"
                    other="Publish · # overlaps left"
                  />
                )}
              </Button>
            )}
          </>
        )
      }
    >
      <Row gap={2} wrap miw="min-content">
        <Row gap={2} rigid>
          <IconButton bordered icon="back" label={t`Previous week`} onClick={() => onLater(later - 1)} />
          <Text strong nowrap aria-live="polite">
            {range}
          </Text>
          <IconButton bordered icon="forward" label={t`Next week`} onClick={() => onLater(later + 1)} />
        </Row>
        {later !== 0 && (
          <Button variant="subtle" onClick={() => onLater(0)}>
            <Trans>This week</Trans>
          </Button>
        )}
        {drafts > 0 && (
          <SeverityBadge tone="new">
            <Plural
              value={drafts}
              one="Draft · # shift not published"
              other="Draft · # shifts not published"
            />
          </SeverityBadge>
        )}
      </Row>
    </PageHead>
  )
}
