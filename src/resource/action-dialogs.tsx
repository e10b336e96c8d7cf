// The dialogs around a command: its question and input, and the rows that were refused.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { RequestError } from '../platform/request-error.ts'
import { useFocusBack } from '../ui/arrival-focus.ts'
import { Confirm } from '../ui/confirm.tsx'
import { look } from '../ui/kit/look.ts'
import { Box, List, Text } from '../ui/kit/parts.tsx'
import { wordsForError } from './error-words.ts'
import { FieldList } from './field-list.tsx'
import {
  activeFields,
  choiceProblemsOf,
  draftOf,
  type FieldProblems,
  problemsOf,
  sentValues,
} from './form-values.ts'
import type { Refused } from './run-command.ts'
import type { Skipped } from './skipped.ts'
import { DraftNote, readValues, useDraft } from './use-draft.tsx'
import type { Row, Values, View } from './view.ts'
import { asIfUploaded } from './waiting-photos.ts'

/** How many names a question lists before it only counts. */
const NAMED = 5

interface NamesProps {
  rows: readonly Row[]
  nameOf: (row: Row) => string
}

/** The rows a question is about: a few by name, the rest as a number. */
export function Names({ rows, nameOf }: NamesProps) {
  const more = rows.length - NAMED
  return (
    <Text as="p" tone="ink-2" breaks>
      <bdi>{rows.slice(0, NAMED).map(nameOf).join(', ')}</bdi>
      {more > 0 && (
        <>
          {' '}
          <Plural value={more} one="and # more" other="and # more" />
        </>
      )}
    </Text>
  )
}

/** Rows that an action leaves out, each with its reason. */
export function SkippedRows({
  skipped,
  nameOf,
}: { skipped: readonly Skipped[] } & Pick<NamesProps, 'nameOf'>) {
  const { i18n } = useLingui()
  if (skipped.length === 0) return null
  return (
    <section>
      <p>
        <Plural value={skipped.length} one="# is left out:" other="# are left out:" />
      </p>
      <List stack gap="half" scroll="y" atMostTall="half" above={3} below={4}>
        {skipped.map(({ row, why }) => (
          <Box
            as="li"
            key={row.id}
            row
            wrap
            align="stretch"
            justify="between"
            gap="half"
            columnGap={3}
            padY={2}
            edgeBelow
            breaks
          >
            <bdi>{nameOf(row)}</bdi>
            <Text tone="ink-2">{i18n._(why)}</Text>
          </Box>
        ))}
      </List>
    </section>
  )
}

interface CommandDialogProps extends NamesProps {
  skipped: readonly Skipped[]
  view: View
  name: string
  busy: boolean
  onRun: (input: Values) => void
  onCancel: () => void
}

export function CommandDialog(props: CommandDialogProps) {
  const { view, name, rows, skipped, nameOf, busy } = props
  const { i18n } = useLingui()
  const action = view.actions[name]
  if (!action) return null
  const label = i18n._(action.label)
  if (!action.input) {
    return (
      <Confirm
        opened
        critical={action.critical ?? false}
        busy={busy}
        title={action.confirm ? i18n._(action.confirm) : label}
        confirmLabel={label}
        onConfirm={() => props.onRun({})}
        onCancel={props.onCancel}
      >
        <Names rows={rows} nameOf={nameOf} />
        {action.critical && view.slots.leaves?.({ rows })}
        <SkippedRows skipped={skipped} nameOf={nameOf} />
      </Confirm>
    )
  }
  return <InputDialog {...props} />
}

function InputDialog(props: CommandDialogProps) {
  const { view, name, rows, skipped, nameOf, busy, onRun, onCancel } = props
  useFocusBack()
  const { i18n, t } = useLingui()
  const action = view.actions[name]
  const schema = view.entity.commands[name]?.input
  const start = action?.initial ?? {}
  // What is written about these rows is not offered for others.
  const subject = rows.map(({ id }) => id).toSorted((a, b) => a - b)
  const draft = useDraft<Values>(`${view.entity.key}-${name}-${subject.join('-')}`, { read: readValues })
  const [values, setValues] = useState<Values>(() => ({ ...start, ...draft.found }))
  // Several fields may be set before the dialog is drawn again.
  const latest = useRef(values)
  const put = (next: Values) => {
    latest.current = next
    setValues(next)
  }
  const [problems, setProblems] = useState<FieldProblems>({})
  if (!action?.input || !schema) return null
  const fields = activeFields(action.input, values, undefined)
  const label = i18n._(action.label)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = sentValues(schema, fields, values)
    const choices = choiceProblemsOf(view.entity, schema, fields, values)
    const found = { ...problemsOf(schema, asIfUploaded(sent)), ...choices }
    setProblems(found)
    if (Object.keys(found).length === 0 && !busy) onRun(sent)
  }
  return (
    <Modal opened onClose={onCancel} title={label} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form onSubmit={submit} onKeyDown={submitByKeys} noValidate className={look({ stack: true, gap: 4 })}>
        <Names rows={rows} nameOf={nameOf} />
        <SkippedRows skipped={skipped} nameOf={nameOf} />
        {action.confirm && <p>{i18n._(action.confirm)}</p>}
        <DraftNote draft={draft} onStartOver={() => put(start)} />
        <FieldList
          view={view}
          schema={schema}
          fields={fields}
          values={values}
          problems={problems}
          rows={rows}
          autoFocus
          onChange={(field, value) => {
            const next = { ...latest.current, [field]: value }
            put(next)
            draft.write(draftOf(fields, next))
            setProblems(({ [field]: _, ...rest }) => rest)
          }}
        />
        <Box row align="stretch" justify="end" gap={2} above={5}>
          <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
          <Button type="submit" loading={busy} color={action.critical ? 'critical' : 'accent'}>
            {label}
          </Button>
        </Box>
      </form>
    </Modal>
  )
}

/** Enter begins a new line in a longer text; with Ctrl or Command it sends what was written. */
export function submitByKeys(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** The refusal of one row as the error of a request, so that it has the same words. */
export function refusalOf({ error }: Refused): RequestError {
  return new RequestError({
    kind: 'refused',
    id: error?.id ?? 'failed',
    ...(error?.params && { params: error.params }),
  })
}

interface RefusedDialogProps extends NamesProps {
  title: string
  refused: readonly Refused[]
  onClose: () => void
}

export function RefusedDialog({ title, refused, rows, nameOf, onClose }: RefusedDialogProps) {
  useFocusBack()
  const { i18n, t } = useLingui()
  const done = rows.length - refused.length
  const byId = new Map(rows.map(row => [row.id, row]))
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t`Close` }}>
      <p>
        <Trans>
          {done} of {rows.length} done. These were refused:
        </Trans>
      </p>
      <List stack gap="half" scroll="y" atMostTall="half" above={3} below={4}>
        {refused.map(each => {
          const row = byId.get(each.id)
          return (
            <Box
              as="li"
              key={each.id}
              row
              wrap
              align="stretch"
              justify="between"
              gap="half"
              columnGap={3}
              padY={2}
              edgeBelow
              breaks
            >
              <bdi>{row ? nameOf(row) : `#${each.id}`}</bdi>
              <Text tone="critical">{i18n._(wordsForError(refusalOf(each)))}</Text>
            </Box>
          )
        })}
      </List>
      <Box row align="stretch" justify="end" gap={2} above={5}>
        <Button onClick={onClose} data-autofocus>{t`Close`}</Button>
      </Box>
    </Modal>
  )
}
