// Last step of an import: how far it is, and what has become of the rows.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { taskErrors } from '../contract/endpoints/report.ts'
import type { RowOf } from '../domain/entity.ts'
import { task } from '../domain/task/task.ts'
import { sendRequest } from '../platform/http.ts'
import { Icon } from '../ui/icons.tsx'
import { List, Row, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../ui/locale.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { wordsForError, wordsForId } from './error-words.ts'
import { downloadFile } from './give-file.ts'
import { endpointsFor, rowOptions } from './query.ts'
import { showFailure } from './run-command.ts'

type Task = RowOf<typeof task>

interface ImportResultProps {
  taskId: number
  dryRun: boolean
  /** After a check: now in earnest. */
  onImport: () => void
  onBack: () => void
  onAgain: () => void
  onClose: () => void
  /** It has ended and something was saved. */
  onDone: () => void
}

const ASK_MS = 600

export function ImportResult(props: ImportResultProps) {
  const { i18n } = useLingui()
  const { taskId, dryRun, onDone } = props
  const query = useQuery({
    ...rowOptions(task, taskId),
    staleTime: 0,
    refetchInterval: ({ state }) => (isEnded(state.data) ? false : ASK_MS),
  })
  const row = query.data
  const ended = isEnded(row)
  const tellDone = useEffectEvent(onDone)
  useEffect(() => {
    if (ended && !dryRun) tellDone()
  }, [ended, dryRun])
  if (!row) {
    if (query.isError)
      return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
    return <Loading variant="detail" count={2} />
  }
  if (!ended) return <Running row={row} {...props} />
  return row.state === 'done' ? <Done row={row} {...props} /> : <Failed row={row} {...props} />
}

const isEnded = (row: Task | undefined) =>
  row !== undefined && row.state !== 'waiting' && row.state !== 'running'

function Running({ row, dryRun, onClose }: ImportResultProps & { row: Task }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const [done, total] = [format.format(row.rows), format.format(row.totalRows ?? 0)]
  const cancel = () => {
    sendRequest(endpointsFor(task).command('cancel'), { ids: [row.id] }).catch(showFailure)
  }
  return (
    <Stack as="section" gap={2} shrink>
      <SectionTitle as="h3">{dryRun ? t`Checking the rows` : t`Importing`}</SectionTitle>
      <Stack gap={2} padX={4} padY={5} ground="sunken" round="card" tone="ink-2" role="status">
        <progress max={Math.max(1, row.totalRows ?? 1)} value={row.rows} aria-label={t`Progress`} />
        <span>{row.totalRows === null ? t`Waiting for its turn` : t`${done} of ${total} rows`}</span>
      </Stack>
      <Text as="p" size="small" tone="ink-2" breaks>
        <Trans>
          You can close this and the tab: it continues on the server. The result will be under Download tasks.
        </Trans>
      </Text>
      <Row wrap align="stretch" justify="end" gap={2} padAbove={1}>
        <Button variant="subtle" onClick={cancel}>{t`Cancel`}</Button>
        <Button variant="default" onClick={onClose}>{t`Close`}</Button>
      </Row>
    </Stack>
  )
}

function Done({ row, dryRun, onImport, onBack, onAgain, onClose }: ImportResultProps & { row: Task }) {
  const { t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const good = row.rows - row.failedRows - row.skippedRows
  const [saved, failed, skipped] = [good, row.failedRows, row.skippedRows].map(n => format.format(n))
  return (
    <Stack as="section" gap={2} shrink>
      <SectionTitle as="h3">{dryRun ? t`This would happen` : t`Imported`}</SectionTitle>
      <List row wrap align="stretch" gap={3}>
        <Stack
          as="li"
          gap="half"
          grows="small"
          pad={3}
          ground="sunken"
          round="card"
          size="small"
          tone="ink-2"
        >
          <Text as="b" size="figure" strong tone="ok">
            {saved}
          </Text>
          {dryRun ? (
            <Plural value={good} one="row can be saved" other="rows can be saved" />
          ) : (
            <Plural value={good} one="row saved" other="rows saved" />
          )}
        </Stack>
        {row.skippedRows > 0 && (
          <Stack
            as="li"
            gap="half"
            grows="small"
            pad={3}
            ground="sunken"
            round="card"
            size="small"
            tone="ink-2"
          >
            <Text as="b" size="figure" strong tone="ink">
              {skipped}
            </Text>
            <Plural value={row.skippedRows} one="row left as it is" other="rows left as they are" />
          </Stack>
        )}
        {row.failedRows > 0 && (
          <Stack
            as="li"
            gap="half"
            grows="small"
            pad={3}
            ground="sunken"
            round="card"
            size="small"
            tone="ink-2"
          >
            <Text as="b" size="figure" strong tone="critical">
              {failed}
            </Text>
            <Plural value={row.failedRows} one="row refused" other="rows refused" />
          </Stack>
        )}
      </List>
      {row.failedRows > 0 && (
        <>
          <Text as="p" size="small" tone="ink-2" breaks>
            <Trans>
              The file has the refused rows as you wrote them, with the reason beside each. Correct them there
              and import that file.
            </Trans>
          </Text>
          <RefusedRows row={row} />
        </>
      )}
      <Row wrap align="stretch" justify="end" gap={2} padAbove={1}>
        {dryRun ? (
          <>
            <Button variant="subtle" onClick={onBack}>{t`Back`}</Button>
            <Button disabled={good === 0} onClick={onImport}>
              <Plural value={good} one="Import # row" other={`Import ${saved} rows`} />
            </Button>
          </>
        ) : (
          <>
            <Button variant="subtle" onClick={onAgain}>{t`Import another file`}</Button>
            <Button onClick={onClose}>{t`Done`}</Button>
          </>
        )}
      </Row>
    </Stack>
  )
}

function RefusedRows({ row }: { row: Task }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const fetchFile = async () => {
    setBusy(true)
    await downloadFile(taskErrors, { id: row.id }, t`Refused rows ${row.fileName}`)
    setBusy(false)
  }
  return (
    <div>
      <Button
        variant="default"
        loading={busy}
        leftSection={<Icon name="download" />}
        onClick={() => void fetchFile()}
      >
        {t`Refused rows with reasons`}
      </Button>
    </div>
  )
}

function Failed({ row, dryRun, onBack, onAgain }: ImportResultProps & { row: Task }) {
  const { i18n, t } = useLingui()
  const format = numberFormat(useIntlLocale())
  const words = wordsForId(row.reason ?? undefined)
  const saved = format.format(row.rows - row.failedRows - row.skippedRows)
  const cancelled = row.reason === 'cancelled'
  return (
    <Stack as="section" gap={2} shrink>
      <Alert color={cancelled ? 'attention' : 'critical'} role="alert">
        {cancelled ? t`Cancelled` : words ? i18n._(words) : t`The import did not get to its end`}
      </Alert>
      {!dryRun && row.rows > 0 && (
        <Text
          as="p"
          size="small"
          tone="ink-2"
          breaks
        >{t`${saved} rows were saved before that, and stay.`}</Text>
      )}
      {row.failedRows > 0 && <RefusedRows row={row} />}
      <Text as="p" size="small" tone="ink-2" breaks>
        <Link to="/DownloadTask">
          <Trans>Download tasks</Trans>
        </Link>
      </Text>
      <Row wrap align="stretch" justify="end" gap={2} padAbove={1}>
        <Button variant="subtle" onClick={onAgain}>{t`Another file`}</Button>
        <Button variant="default" onClick={onBack}>{t`Back`}</Button>
      </Row>
    </Stack>
  )
}
