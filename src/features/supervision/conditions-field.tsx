// Which conditions a permit suspends: those of the person, each in words.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { supervisionCondition } from '../../domain/supervision/records.ts'
import { ChoiceField } from '../../resource/choice-field.tsx'
import { pageOptions } from '../../resource/query.ts'
import type { FieldControl } from '../../resource/view.ts'
import { Muted } from '../../ui/kit/parts.tsx'
import { Loading } from '../../ui/states.tsx'
import { conditionWords } from './supervision-words.ts'

export function ConditionsField({ control }: { control: FieldControl }) {
  const { i18n, t } = useLingui()
  const personId = Number(control.values.personId)
  const { data } = useQuery(pageOptions(supervisionCondition, { page: 1, size: 20, personId }))
  if (!data) return <Loading variant="list" count={2} />
  if (data.list.length === 0) return <Muted as="p">{t`There are no conditions yet.`}</Muted>
  const words = data.list.map(({ id, kind, fenceName }) => ({
    value: id,
    label: [i18n._(conditionWords[kind]), fenceName].filter(Boolean).join(' · '),
  }))
  return <ChoiceField control={control} words={words} />
}
