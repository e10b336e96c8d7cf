// Devices that say another SIM card is in them than is bound: what each says, and the button that binds it.

import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { followDevices, simDifferences } from '../../../contract/endpoints/sim.ts'
import { simBinding, simCard } from '../../../domain/billing/sim-card.ts'
import { MINUTE_MS } from '../../../domain/durations.ts'
import { sendRequest } from '../../../platform/http.ts'
import { showToast } from '../../../platform/toast.ts'
import { refusalOf } from '../../../resource/action-dialogs.tsx'
import { invalidateEntity } from '../../../resource/query.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Card, List, Muted, Row, SectionTitle, Stack } from '../../../ui/kit/parts.tsx'
import css from './sim-cards.module.css'

type BindingDifference = z.output<typeof simDifferences.response>['list'][number]

const differenceOptions = queryOptions({
  // Under the entity's key, so that whatever changes bindings makes it outdated too.
  queryKey: ['entity', simBinding.key, 'differences'] as const,
  queryFn: ({ signal }) => sendRequest(simDifferences, {}, { signal }),
  refetchInterval: MINUTE_MS,
})

export function BindingDifferences() {
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState<readonly BindingDifference[]>()
  const { data } = useQuery(differenceOptions)
  const follow = useMutation({
    mutationFn: (rows: readonly BindingDifference[]) =>
      sendRequest(followDevices, { deviceIds: rows.map(({ deviceId }) => deviceId) }),
    onSuccess: ({ results }) => {
      const refused = results.find(({ ok }) => !ok)
      if (refused) showFailure(refusalOf(refused))
      else showToast({ kind: 'ok', message: msg`Bound as the devices report` })
    },
    onError: showFailure,
    onSettled: () => {
      setAsking(undefined)
      void invalidateEntity(client, simBinding)
      void invalidateEntity(client, simCard)
    },
  })
  if (!data || data.total === 0) return null
  const fixable = data.list.filter(({ kind }) => kind !== 'unknown')
  const maySave = may('simBinding.save')
  return (
    <Card as="section" stack gap={2}>
      <Row wrap gap={2} columnGap={4}>
        <SectionTitle grows="medium">
          <Plural
            value={data.total}
            one="# device reports another card than is bound to it"
            other="# devices report another card than is bound to them"
          />
        </SectionTitle>
        <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {shown ? <Trans>Hide them</Trans> : <Trans>Show them</Trans>}
        </Button>
        {maySave && fixable.length > 1 && (
          <Button variant="default" disabled={!online} onClick={() => setAsking(fixable)}>
            <Trans>Bind all as reported</Trans>
          </Button>
        )}
      </Row>
      {shown && (
        <List stack gap="half" atMostTall="part" scroll="y">
          {data.list.map(each => (
            <Difference
              key={each.deviceId}
              each={each}
              {...(maySave &&
                each.kind !== 'unknown' && { onFix: () => setAsking([each]), disabled: !online })}
            />
          ))}
        </List>
      )}
      {asking && (
        <Question
          rows={asking}
          busy={follow.isPending}
          onYes={() => follow.mutate(asking)}
          onNo={() => setAsking(undefined)}
        />
      )}
    </Card>
  )
}

function Difference({
  each,
  onFix,
  disabled,
}: {
  each: BindingDifference
  onFix?: () => void
  disabled?: boolean
}) {
  const may = useRights()
  const { told, bound, takenBy, kind } = each
  return (
    <Row as="li" wrap gap={1} columnGap={3} padX={0} padY={2} edgeAbove>
      <Icon name="card" size={18} />
      <Stack as="span" gap="half" shrink grows="medium">
        <span>
          <bdi>{each.deviceName}</bdi>{' '}
          <Muted as="bdi" className={`${css.quiet} ${css.ltr}`}>
            {each.imei}
          </Muted>
        </span>
        <Muted className={css.quiet}>
          {bound === null ? (
            <Trans>
              Reports <bdi dir="ltr">{told}</bdi>; no card is bound.
            </Trans>
          ) : (
            <Trans>
              Reports <bdi dir="ltr">{told}</bdi>; bound is <bdi dir="ltr">{bound}</bdi>.
            </Trans>
          )}{' '}
          {kind === 'taken' && (
            <Trans>
              That card is bound to <bdi>{takenBy}</bdi>.
            </Trans>
          )}
          {kind === 'unknown' && <Trans>That card is not in your list.</Trans>}
        </Muted>
      </Stack>
      {onFix && (
        <Button variant="default" disabled={disabled ?? false} onClick={onFix}>
          <Trans>Bind it</Trans>
        </Button>
      )}
      {kind === 'unknown' && may('simCard.save') && (
        <Button component="a" href="#/SIMCard?form=new" variant="default">
          <Trans>Add the card</Trans>
        </Button>
      )}
    </Row>
  )
}

interface QuestionProps {
  rows: readonly BindingDifference[]
  busy: boolean
  onYes: () => void
  onNo: () => void
}

function Question({ rows, busy, onYes, onNo }: QuestionProps) {
  const { t } = useLingui()
  const moved = rows.filter(({ kind }) => kind === 'taken').length
  return (
    <Confirm
      opened
      busy={busy}
      title={t`Bind as the devices report?`}
      confirmLabel={t`Bind`}
      onConfirm={onYes}
      onCancel={onNo}
    >
      <p>
        <Plural
          value={rows.length}
          one="# device gets the card that it reports."
          other="# devices get the cards that they report."
        />
      </p>
      {moved > 0 && (
        <p>
          <Plural
            value={moved}
            one="# card is taken out of another device."
            other="# cards are taken out of other devices."
          />
        </p>
      )}
    </Confirm>
  )
}
