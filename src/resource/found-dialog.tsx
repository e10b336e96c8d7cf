// Gives a command to all that a filter finds: the question, how far the task is, and what became of the rows.

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { taskFile } from '../contract/endpoints/message.ts'
import type { ResultWords } from '../contract/entity-endpoints.ts'
import type { RowOf } from '../domain/entity.ts'
import { task } from '../domain/task/task.ts'
import { newKey, sendRequest } from '../platform/http.ts'
import { useFocusBack } from '../ui/arrival-focus.ts'
import { ownZone } from '../ui/calendar.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Row, Stack } from '../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../ui/locale.ts'
import { ErrorState, Loading } from '../ui/states.tsx'
import { submitByKeys } from './action-dialogs.tsx'
import type { FoundRows } from './actions.tsx'
import { wordsForError } from './error-words.ts'
import { FieldList } from './field-list.tsx'
import { choiceProblemsOf, draftOf, type FieldProblems, problemsOf, sentValues } from './form-values.ts'
import { downloadFile } from './give-file.ts'
import { importWords } from './import-fields.ts'
import { endpointsFor, invalidateEntity, rowOptions } from './query.ts'
import { showFailure } from './run-command.ts'
import { DraftNote, readValues, useDraft } from './use-draft.tsx'
import type { Values, View } from './view.ts'

type Task = RowOf<typeof task>

interface FoundDialogProps {
  view: View
  /** Of the command, or `remove`. */
  name: string
  found: FoundRows
  onClose: () => void
}

const ASK_MS = 600

export default function FoundDialog({ view, name, found, onClose }: FoundDialogProps) {
  useFocusBack()
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const [taskId, setTaskId] = useState<number>()
  const action = view.actions[name]
  const label = action ? i18n._(action.label) : t`Delete`
  return (
    <Modal opened onClose={onClose} title={label} closeButtonProps={{ 'aria-label': t`Close` }}>
      {taskId === undefined ? (
        <Question
          view={view}
          name={name}
          found={found}
          label={label}
          onClose={onClose}
          onStarted={setTaskId}
        />
      ) : (
        <Result taskId={taskId} onClose={onClose} onDone={() => void invalidateEntity(client, view.entity)} />
      )}
    </Modal>
  )
}

interface QuestionProps extends FoundDialogProps {
  label: string
  onStarted: (taskId: number) => void
}

function Question({ view, name, found, label, onClose, onStarted }: QuestionProps) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const number = numberFormat(useIntlLocale())
  const action = view.actions[name]
  const schema = view.entity.commands[name]?.input
  const initial = action?.initial ?? {}
  const { page: _page, size: _size, counts: _counts, ...query } = found.query
  const draft = useDraft<Values>(`${view.entity.key}-${name}-found-${JSON.stringify(query)}`, {
    read: readValues,
  })
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...draft.found }))
  const latest = useRef(values)
  const put = (next: Values) => {
    latest.current = next
    setValues(next)
  }
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const fields = action?.input ?? []
  const total = number.format(found.total)
  const critical = name === 'remove' || action?.critical === true
  const question = name === 'remove' ? view.removeQuestion : action?.confirm
  const start = async (input: Values | undefined) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { taskId } = await sendRequest(
        endpointsFor(view.entity).found(name),
        {
          query,
          expected: found.total,
          input,
          nameOf: view.nameOf,
          said: resultWords(label, i18n._(view.titleOne), i18n),
          zone: ownZone(),
        },
        { idempotencyKey: newKey() },
      )
      void invalidateEntity(client, task)
      onStarted(taskId)
    } catch (error) {
      setFailure(error)
      // What is asked about next is what is there now.
      void invalidateEntity(client, view.entity)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!schema) return void start(undefined)
    const sent = sentValues(schema, fields, values)
    const choices = choiceProblemsOf(view.entity, schema, fields, values)
    const wrong = { ...problemsOf(schema, sent), ...choices }
    setProblems(wrong)
    if (Object.keys(wrong).length === 0) void start(sent)
  }
  return (
    <form onSubmit={submit} onKeyDown={submitByKeys} noValidate className={look({ stack: true, gap: 4 })}>
      {question && <p>{i18n._(question)}</p>}
      <DraftNote draft={draft} onStartOver={() => put(initial)} />
      <p>
        <Plural
          value={found.total}
          one="This applies to the one row that the filter finds."
          other={`This applies to all ${total} rows that the filter finds.`}
        />{' '}
        <Trans>
          It runs on the server. Rows that do not allow it are skipped; the result gives the reason for each.
        </Trans>
      </p>
      {failure !== undefined && (
        <Alert color="critical" role="alert">
          {i18n._(wordsForError(failure))}
        </Alert>
      )}
      {schema && fields.length > 0 && (
        <FieldList
          view={view}
          schema={schema}
          fields={fields}
          values={values}
          problems={problems}
          rows={[]}
          autoFocus
          onChange={(field, value) => {
            put({ ...latest.current, [field]: value })
            draft.write(draftOf(fields, latest.current))
            setProblems(({ [field]: _, ...rest }) => rest)
          }}
        />
      )}
      <Row align="stretch" justify="end" gap={2} above={5}>
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button type="submit" loading={busy} color={critical ? 'critical' : 'accent'}>
          {t`${label} (${total})`}
        </Button>
      </Row>
    </form>
  )
}

function resultWords(title: string, row: string, i18n: I18n): ResultWords {
  return {
    title,
    row,
    result: i18n._(msg`Result`),
    done: i18n._(msg`Done`),
    left: i18n._(msg`Not reached`),
    errors: importWords(i18n).errors,
  }
}

interface ResultProps {
  taskId: number
  onClose: () => void
  onDone: () => void
}

const isEnded = (row: Task | undefined) =>
  row !== undefined && row.state !== 'waiting' && row.state !== 'running'

function Result({ taskId, onClose, onDone }: ResultProps) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const query = useQuery({
    ...rowOptions(task, taskId),
    staleTime: 0,
    refetchInterval: ({ state }) => (isEnded(state.data) ? false : ASK_MS),
  })
  const row = query.data
  const ended = isEnded(row)
  const tellDone = useEffectEvent(onDone)
  useEffect(() => {
    if (ended) tellDone()
  }, [ended])
  if (!row) {
    if (query.isError)
      return <ErrorState what={i18n._(wordsForError(query.error))} onRetry={() => void query.refetch()} />
    return <Loading variant="detail" count={2} />
  }
  const [done, total, failed] = [row.rows, row.totalRows ?? row.rows, row.failedRows].map(n =>
    number.format(n),
  )
  const good = number.format(row.rows - row.failedRows)
  return (
    <Stack as="section" gap={4}>
      <div role="status">
        {!ended && (
          <progress max={Math.max(1, row.totalRows ?? 1)} value={row.rows} aria-label={t`Progress`} />
        )}
        <p>
          {!ended && row.state === 'waiting' && t`Waiting for its turn`}
          {!ended && row.state === 'running' && t`${done} of ${total} rows`}
          {ended && row.failedRows === 0 && t`${good} of ${total} done.`}
          {ended && row.failedRows > 0 && t`${good} of ${total} done, ${failed} refused.`}
        </p>
      </div>
      {ended && row.state !== 'done' && (
        <Alert color="attention" role="alert">
          {row.reason === 'cancelled' ? t`Cancelled` : t`It was not completed. What was done remains.`}
        </Alert>
      )}
      <p>
        {ended ? (
          <Link to="/DownloadTask">
            <Trans>Download tasks</Trans>
          </Link>
        ) : (
          <Trans>
            You can close this and the tab: it continues on the server. The result will be under Download
            tasks.
          </Trans>
        )}
      </p>
      <Row align="stretch" justify="end" gap={2} above={5}>
        {!ended && (
          <Button
            variant="subtle"
            onClick={() => {
              sendRequest(endpointsFor(task).command('cancel'), { ids: [row.id] }).catch(showFailure)
            }}
          >{t`Cancel`}</Button>
        )}
        {row.state === 'done' && <ResultFile row={row} />}
        <Button variant={ended ? 'filled' : 'default'} onClick={onClose}>{t`Close`}</Button>
      </Row>
    </Stack>
  )
}

function ResultFile({ row }: { row: Task }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const fetchFile = async () => {
    setBusy(true)
    await downloadFile(taskFile, { id: row.id }, row.fileName)
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<Icon name="download" />}
      onClick={() => void fetchFile()}
    >
      {t`Result of each row`}
    </Button>
  )
}
