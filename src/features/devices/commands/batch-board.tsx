// The results of one command to many devices, live: who did it, who did not, how long there still is.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { commandBatch, deviceCommand } from '../../../domain/device/command.ts'
import { commandFacts } from '../../../domain/device/command-input.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { ActionsProvider, useActions } from '../../../resource/actions.tsx'
import { originalLayout } from '../../../resource/column-layout.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { exportRows } from '../../../resource/export-rows.ts'
import { pageOptions, rowOptions } from '../../../resource/query.ts'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Inline, List, Muted, Row, SectionTitle, Stack, Text } from '../../../ui/kit/parts.tsx'
import { formatSpan, numberFormat, useIntlLocale } from '../../../ui/locale.ts'
import { MenuAction } from '../../../ui/menu-action.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { BatchCommands, type Part } from './batch-commands.tsx'
import { commandText, reasonText } from './command-words.ts'
import css from './commands.module.css'
import type { Chosen } from './device-choice.ts'
import { type Batch, batchView, deviceCommandView } from './device-command.view.tsx'
import { useSecond } from './use-second.ts'

/** Results come by messages; asking now and then catches what was missed. */
const ASK_MS = 3_000
/** A page of failed commands; a batch has at most two of them. */
const MOST = 500
/** The time that is left counts down only within the last hour. */
const COUNTED_MS = HOUR_MS

interface BatchBoardProps {
  id: number
  /** Devices whose commands failed or expired, to be tried again. */
  onRetry?: ((batch: Batch, devices: ReadonlyMap<number, Chosen>) => void) | undefined
}

export function BatchBoard({ id, onRetry }: BatchBoardProps) {
  const { i18n } = useLingui()
  const { data, error, isError, refetch } = useQuery({
    ...rowOptions(commandBatch, id),
    refetchInterval: ({ state }) => (state.data && state.data.pending === 0 ? false : ASK_MS),
  })
  if (!data) {
    if (!isError) return <Loading variant="detail" count={2} />
    return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
  }
  return (
    <ActionsProvider view={batchView}>
      <Board batch={data} onRetry={onRetry} />
    </ActionsProvider>
  )
}

function Board({ batch, onRetry }: { batch: Batch } & Pick<BatchBoardProps, 'onRetry'>) {
  const { i18n, t } = useLingui()
  const [part, setPart] = useState<Part>('all')
  const { title, detail } = commandText(batch, i18n)
  const asks = batch.kind === 'check'
  return (
    <Stack as="section" gap={3} shrink aria-label={t`Result`}>
      <Row as="header" wrap align="start" gap={2}>
        <div className={css.grow}>
          <SectionTitle breaks>
            {title}
            {detail && (
              <Text as="bdi" plain tone="ink-2" breaks>
                {' '}
                {detail}
              </Text>
            )}
          </SectionTitle>
          <Muted as="p">
            <bdi>{batch.target || t`Everybody`}</bdi> · {batch.userName && <bdi>{batch.userName} · </bdi>}
            <Age at={batch.createdAt} />
          </Muted>
        </div>
        <BoardActions batch={batch} onRetry={onRetry} />
      </Row>
      <Progress batch={batch} />
      <SegmentedFilter
        label={t`Results`}
        segments={[
          { value: 'all', label: t`All`, count: batch.total },
          { value: 'pending', label: asks ? t`No answer yet` : t`In progress`, count: batch.pending },
          { value: 'done', label: asks ? t`Answered` : t`Carried out`, count: batch.done },
          { value: 'failed', label: asks ? t`Did not answer` : t`Not carried out`, count: batch.failed },
        ]}
        value={part}
        onChange={setPart}
      />
      <BatchCommands key={part} batch={batch} part={part} />
      {batch.refused.length > 0 && (
        <details open={batch.refused.length <= 5}>
          <Text as="summary" content="center" atLeast="target" tone="ink-2" pointer>
            <Plural value={batch.refused.length} one="Not sent to # device" other="Not sent to # devices" />
          </Text>
          <List shrink className={css.lines}>
            {batch.refused.map(({ deviceId, deviceName, imei, reason }) => (
              <Row
                as="li"
                key={deviceId}
                wrap
                gap={1}
                columnGap={3}
                wide
                atLeast="finger"
                padY={2}
                edgeBelow
                lastBare
              >
                <a
                  className={look({ grows: 'small', shrink: true, breaks: true, quietLink: true })}
                  href={`#/DeviceDtail?imei=${imei}`}
                >
                  <bdi>{deviceName}</bdi>
                </a>
                <Text size="small" tone="warning" breaks>
                  {reasonText(reason, i18n)}
                </Text>
              </Row>
            ))}
          </List>
        </details>
      )}
    </Stack>
  )
}

function BoardActions({ batch, onRetry }: { batch: Batch } & Pick<BatchBoardProps, 'onRetry'>) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const may = useRights()
  const online = useOnline()
  const { actionsFor } = useActions()
  const [cancel] = may('device.command') ? actionsFor([batch]) : []
  const query = { page: 1, size: MOST, sort: 'createdAt', batchId: batch.id }
  const retry = async () => {
    const failed = { ...query, state: ['failed', 'expired'] }
    const pages = await Promise.all(
      [1, 2]
        .slice(0, Math.ceil(batch.failed / MOST))
        .map(page => client.fetchQuery(pageOptions(deviceCommand, { ...failed, page }))),
    )
    const rows = pages.flatMap(({ list }) => list)
    onRetry?.(
      batch,
      new Map(
        rows.map(({ deviceId, imei, deviceName }) => [
          deviceId,
          { id: deviceId, imei, name: deviceName ?? imei, kind: 'helmet', state: 'online' },
        ]),
      ),
    )
  }
  const away = online ? undefined : t`No connection. This is not kept for later.`
  const save = (format: 'csv' | 'xlsx') =>
    void exportRows(
      { view: deviceCommandView, format, layout: originalLayout(deviceCommandView), query },
      i18n,
    )
  return (
    <Row wrap gap={2}>
      {onRetry && batch.failed > 0 && batch.pending === 0 && (
        <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => void retry()}>
          <Plural value={batch.failed} one="Try # again" other="Try # again" />
        </Button>
      )}
      {cancel && (
        <Button
          variant="default"
          disabled={cancel.blocked !== undefined}
          title={cancel.blocked}
          onClick={cancel.run}
        >
          {cancel.label}
        </Button>
      )}
      {may('deviceCommand.export') && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<Icon name="download" />}>{t`Export`}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuAction label={t`Excel (XLSX)`} blocked={away} onRun={() => save('xlsx')} />
            <MenuAction label={t`CSV`} blocked={away} onRun={() => save('csv')} />
          </Menu.Dropdown>
        </Menu>
      )}
    </Row>
  )
}

function Progress({ batch }: { batch: Batch }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const { total, done, failed, pending, kind, createdAt } = batch
  const until = createdAt + commandFacts[kind].lifeMs
  const counted = pending > 0 && commandFacts[kind].lifeMs <= COUNTED_MS
  const now = useSecond(counted)
  const number = numberFormat(locale)
  const [doneText, totalText] = [number.format(done), number.format(total)]
  const left = formatSpan((until - now) / 1000)
  return (
    <Stack gap={2}>
      <Row as="p" wrap align="baseline" gap={1} columnGap={3} aria-live="polite">
        <Text as="strong" size="title" strong>
          <Trans>
            {doneText} of {totalText}
          </Trans>
        </Text>
        {counted && until > now && (
          <Inline gap={2} size="small" tone="ink-3">
            <Icon name="clock" size={14} /> <Trans>{left} left to answer</Trans>
          </Inline>
        )}
        {pending === 0 && (
          <Muted>
            <Trans>Nothing is in progress any more</Trans>
          </Muted>
        )}
      </Row>
      <Row
        align="stretch"
        ground="sunken"
        round="small"
        hidden
        h={8}
        className={css.bar}
        role="img"
        aria-label={t`${doneText} of ${totalText}`}
      >
        <Text ground="ok" style={{ flexGrow: done }} />
        <Text ground="critical" style={{ flexGrow: failed }} />
        <Text ground="line-strong" style={{ flexGrow: pending }} />
      </Row>
    </Stack>
  )
}
