// Chooses what is held in an open case: an alarm and what belongs to it, a recording, a file, an event at a door, or a track.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { kindWords } from '../../case-verifier/record-words.ts'
import { holdItem } from '../../contract/endpoints/evidence-case.ts'
import { type ItemKind, itemKind } from '../../domain/case-file/manifest.ts'
import { isKey } from '../../domain/keys.ts'
import { sendRequest } from '../../platform/http.ts'
import { eventWords } from '../../resource/door-event-words.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { ReferenceSelect } from '../../resource/reference-select.tsx'
import { useOnline } from '../../resource/surroundings.ts'
import { MomentField } from '../../ui/dates/moment-field.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Text } from '../../ui/kit/parts.tsx'
import { formatMoment } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'

/** Lists from which each kind is chosen. */
const lists: Record<ItemKind, string> = {
  ...{ alarm: 'alarm', response: 'alarm', readings: 'alarm', audit: 'alarm', recording: 'recording' },
  ...{ file: 'storedFile', track: 'device', doorEvent: 'doorEvent' },
}

/** What has no name of its own is told apart by its time. */
function nameOfRow(row: Readonly<Record<string, unknown>>, kindOf: (kind: unknown) => string): string {
  const { title, name, deviceName, personName, kind } = row
  const at = row.raisedAt ?? row.startedAt ?? row.at
  return [
    title ?? name ?? kindOf(kind),
    ...[deviceName, personName],
    typeof at === 'number' ? formatMoment(at) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Named by a row's own name. */
const NAMED = new Set(['storedFile', 'device'])

export function HoldForm({ caseId }: { caseId: number }) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const client = useQueryClient()
  const [kind, setKind] = useState<ItemKind>('alarm')
  const [subjectId, setSubjectId] = useState<number>()
  const [from, setFrom] = useState<number>()
  const [to, setTo] = useState<number>()
  const hold = useMutation({
    mutationFn: (subject: number) =>
      sendRequest(holdItem, {
        ...{ id: caseId, kind, subjectId: subject },
        ...(kind === 'track' && { from, to }),
      }),
    onSuccess: () => {
      setSubjectId(undefined)
      return client.invalidateQueries({ queryKey: ['entity', 'evidenceCase'] })
    },
  })
  const sayKind = (of: unknown) => (isKey(eventWords, of) ? i18n._(eventWords[of].label) : '')
  const ready = subjectId !== undefined && (kind !== 'track' || (from !== undefined && to !== undefined))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) hold.mutate(subjectId)
  }
  return (
    <PeekSection title={<Trans>Hold something</Trans>}>
      <form onSubmit={submit} className={look({ stack: true, gap: 3 })}>
        <Select
          label={t`Kind of evidence`}
          value={kind}
          allowDeselect={false}
          data={itemKind.options.map(value => ({ value, label: i18n._(kindWords[value]) }))}
          onChange={value => {
            const chosen = itemKind.options.find(option => option === value)
            if (!chosen) return
            setKind(chosen)
            setSubjectId(undefined)
            hold.reset()
          }}
        />
        <ReferenceSelect
          key={`${kind}-${hold.submittedAt}`}
          label={kind === 'track' ? t`Device` : lists[kind] === 'alarm' ? t`Alarm` : i18n._(kindWords[kind])}
          name="subjectId"
          entityKey={lists[kind]}
          value={subjectId}
          {...(kind === 'recording' && { within: { state: ['ready'] } })}
          {...(!NAMED.has(lists[kind]) && { nameRow: row => nameOfRow(row, sayKind) })}
          onChange={value => setSubjectId(typeof value === 'number' ? value : undefined)}
        />
        {kind === 'track' && (
          <>
            <MomentField label={t`From`} value={from} onChange={setFrom} max={to} />
            <MomentField label={t`Until`} value={to} onChange={setTo} min={from} />
          </>
        )}
        {hold.isError && (
          <Text as="p" role="alert" tone="critical">
            {i18n._(wordsForError(hold.error))}
          </Text>
        )}
        <Button
          type="submit"
          leftSection={<Icon name="plus" />}
          loading={hold.isPending}
          disabled={!ready || !online}
        >{t`Hold as evidence`}</Button>
      </form>
    </PeekSection>
  )
}
