// Creates or changes a row: one column of fields, checked by the rules the server has too.
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Alert, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { isBlank } from '../domain/text-input.ts'
import { newKey, sendRequest } from '../platform/http.ts'
import { enqueue } from '../platform/queue.ts'
import { SAVE } from '../platform/queue-row.ts'
import { RequestError } from '../platform/request-error.ts'
import { serverNow } from '../platform/server-clock.ts'
import { showToast } from '../platform/toast.ts'
import { look } from '../ui/kit/look.ts'
import { Box, Text } from '../ui/kit/parts.tsx'
import { wordsForError } from './error-words.ts'
import { FieldList } from './field-list.tsx'
import css from './form.module.css'
import {
  activeFields,
  choiceProblemsOf,
  draftOf,
  type FieldProblems,
  problemsOf,
  same,
  sentValues,
  startValues,
} from './form-values.ts'
import { endpointsFor, invalidateEntity, rowOptions } from './query.ts'
import { useOnline } from './surroundings.ts'
import { DraftNote, readValues, useDraft } from './use-draft.tsx'
import type { Row, Section, Values, View } from './view.ts'
import { asIfUploaded, withPhotosUploaded } from './waiting-photos.ts'

interface RowFormProps {
  view: View
  /** The row to change; absent for a new one. */
  row: Row | undefined
  onDirty?: (dirty: boolean) => void
  onCancel: () => void
  onSaved: (row: Row) => void
  /** A new row waits on this device for the network. */
  onKept?: () => void
}

export function RowForm({ view, row: given, onDirty, onCancel, onSaved, onKept }: RowFormProps) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const form = useRef<HTMLFormElement>(null)
  const allFields = useMemo(() => view.sections.flatMap(section => section.fields), [view])
  const [row, setRow] = useState(given)
  const start = useMemo(() => startValues(allFields, row, view.initial), [allFields, row, view])
  const keepsDraft = view.draft === true && given === undefined
  const draft = useDraft<Values>(`${view.entity.key}${given ? `-${given.id}` : ''}`, {
    read: readValues,
    keeps: keepsDraft,
  })
  const [values, setValues] = useState<Values>(() => ({ ...start, ...draft.found }))
  // Several fields may be set before the form is drawn again.
  const latest = useRef(values)
  const put = (next: Values) => {
    latest.current = next
    setValues(next)
  }
  const [problems, setProblems] = useState<FieldProblems>({})
  const [failure, setFailure] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  // One key for all attempts with the same input: a lost answer must not make a second row.
  const key = useRef(newKey())
  const changed = allFields.some(({ of }) => !same(values[of], start[of]))
  const schema = view.entity.write
  const mayWait = view.entity.waitsNew === true && row === undefined
  const waits = mayWait && !online
  useEffect(() => onDirty?.(changed && !keepsDraft), [changed, keepsDraft, onDirty])
  if (!schema) return null
  const fields = activeFields(allFields, values, row)

  const change = (field: string, value: unknown) => {
    key.current = newKey()
    const next = { ...latest.current, [field]: value }
    put(next)
    draft.write(draftOf(allFields, next, row && start))
    setProblems(before =>
      Object.fromEntries(Object.entries(before).filter(([path]) => path.split('.')[0] !== field)),
    )
  }
  const showProblems = (found: FieldProblems) => {
    setProblems(found)
    const [first] = Object.keys(found)
    const name = first?.split('.')[0]
    // After the folded section has opened.
    requestAnimationFrame(() => {
      const field = form.current?.querySelector(`[data-field="${name}"]`)
      field?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, button')?.focus()
    })
  }
  const keep = async (sent: Values) => {
    await enqueue({
      entity: view.entity.key,
      command: SAVE,
      ids: [],
      input: sent,
      at: serverNow(),
      key: key.current,
      subject: String(sent[view.nameOf] ?? i18n._(view.titleOne)),
    })
    draft.write(undefined)
    showToast({ kind: 'ok', message: msg`Kept on this device. It is sent when the network is back.` })
    onKept?.()
  }
  const save = async () => {
    const sent = sentValues(schema, fields, values)
    const choices = choiceProblemsOf(view.entity, schema, fields, values)
    const found = { ...problemsOf(schema, asIfUploaded(sent)), ...choices }
    setFailure(undefined)
    if (Object.keys(found).length > 0) {
      // A problem of a field that the form does not show must be told all the same.
      const unseen = Object.entries(found).find(
        ([path]) => !fields.some(({ of }) => of === path.split('.')[0]),
      )
      if (unseen) setFailure(new RequestError({ kind: 'refused', field: unseen[0], ...unseen[1] }))
      return showProblems(found)
    }
    setBusy(true)
    try {
      if (waits) return await keep(sent)
      const request = { ...(await withPhotosUploaded(sent)), id: row?.id, version: row?.version }
      const saved = await sendRequest(endpointsFor(view.entity).save, request, {
        idempotencyKey: key.current,
      })
      client.setQueryData(rowOptions(view.entity, saved.id).queryKey, saved)
      draft.write(undefined)
      showToast({ kind: 'ok', message: msg`Saved` })
      onSaved(saved)
      void invalidateEntity(client, view.entity)
    } catch (error) {
      // The answer was lost, not the row: the same key is sent again later, and counts once.
      if (mayWait && error instanceof RequestError && error.passing) return await keep(sent)
      const field = error instanceof RequestError && error.field?.split('.')[0]
      if (field && fields.some(each => each.of === field) && error instanceof RequestError) {
        showProblems({ [field]: { id: error.id ?? 'field.format', params: error.params } })
      } else setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  // Their version becomes the ground; what the person changed stays on top of it.
  const takeTheirs = async () => {
    if (!row) return
    try {
      const theirs = await client.fetchQuery({ ...rowOptions(view.entity, row.id), staleTime: 0 })
      const ground = startValues(allFields, theirs, view.initial)
      const own = Object.entries(values).filter(([of, value]) => !same(value, start[of]))
      setRow(theirs)
      put({ ...ground, ...Object.fromEntries(own) })
      setFailure(undefined)
      key.current = newKey()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <form ref={form} className={look({ stack: true, gap: 5, shrink: true })} onSubmit={submit} noValidate>
      <DraftNote draft={draft} onStartOver={() => put(start)} />
      {view.sections.map((section, at) => (
        <FormSection key={section.title?.id ?? `${at}`} section={section} values={values} problems={problems}>
          <FieldList
            view={view}
            schema={schema}
            fields={section.fields.filter(field => fields.includes(field))}
            values={values}
            problems={problems}
            row={row}
            autoFocus={at === 0}
            onChange={change}
          />
        </FormSection>
      ))}
      {view.slots.formExtra?.({ row, values, set: change })}
      {failure !== undefined && (
        <Alert color="critical" role="alert">
          <p>{i18n._(wordsForError(failure))}</p>
          {failure instanceof RequestError && failure.id === 'row.changed' && (
            <Button variant="default" mt="xs" onClick={() => void takeTheirs()}>
              {t`Load the new version and keep my changes`}
            </Button>
          )}
        </Alert>
      )}
      <Box row wrap justify="end" gap={2} padY={3} ground="surface" edgeAbove stuck="bottom">
        {!online && !waits && (
          <Text grow size="small" tone="ink-2">{t`No connection. Saving waits until it is back.`}</Text>
        )}
        <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
        <Button
          type="submit"
          loading={busy}
          disabled={(!online && !waits) || (row !== undefined && !changed)}
        >
          {t`Save`}
        </Button>
      </Box>
    </form>
  )
}

interface FormSectionProps {
  section: Section
  values: Values
  problems: FieldProblems
  children: ReactNode
}

function FormSection({ section, values, problems, children }: FormSectionProps) {
  const { i18n } = useLingui()
  if (!section.title) return <>{children}</>
  const title = i18n._(section.title)
  if (!section.folded) {
    return (
      <Box as="fieldset" shrink pad={0} edge="none" edgeAbove className={css.section}>
        <Text as="legend" wide pad={0} below={3} size="section" strong className={css.sectionTitle}>
          {title}
        </Text>
        {children}
      </Box>
    )
  }
  const filled = section.fields.some(({ of }) => !isBlank(values[of]))
  const wrong = section.fields.some(({ of }) => Object.keys(problems).some(path => path.split('.')[0] === of))
  return (
    <details
      className={look({ shrink: true, pad: 0, edge: 'none', edgeAbove: true }, css.section)}
      open={filled || wrong}
    >
      <summary
        className={look(
          { wide: true, touchable: true, pad: 0, below: 3, size: 'section', strong: true },
          css.sectionTitle,
        )}
      >
        {title}
      </summary>
      <Box padAbove={3}>{children}</Box>
    </details>
  )
}
