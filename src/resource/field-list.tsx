// Fields of a form, one under the other: labels above, units inside, problems in words below.
import { useLingui } from '@lingui/react/macro'
import { PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type * as z from 'zod/mini'
import { bare, definitionOf, type Schema } from '../contract/schema-parts.ts'
import { PHONE_DIGITS } from '../domain/limits.ts'
import { decimalText, limitedNumber, limitedText } from '../domain/text-input.ts'
import { look } from '../ui/kit/look.ts'
import { Muted, Stack } from '../ui/kit/parts.tsx'
import { englishOf } from './cells.tsx'
import { WrittenDayField } from './date-fields.tsx'
import { wordsForId } from './error-words.ts'
import css from './field-list.module.css'
import { type FieldProblems, fieldSchema, kindOf, mayBeEmpty, nullable } from './form-values.ts'
import { ReferenceSelect } from './reference-select.tsx'
import { UploadField } from './upload-field.tsx'
import type { FieldKind, FieldView, Row, Values, View } from './view.ts'

interface FieldListProps {
  view: View
  schema: z.ZodMiniObject
  fields: readonly FieldView[]
  values: Values
  problems: FieldProblems
  onChange: (field: string, value: unknown) => void
  /** The row that is changed; absent for a new one. */
  row?: Row | undefined
  /** The rows that a command is given to. */
  rows?: readonly Row[]
  disabled?: boolean
  autoFocus?: boolean
}

export function FieldList(props: FieldListProps) {
  return (
    <Stack gap={4} className={css.fields}>
      {props.fields.map((field, at) => (
        <div key={field.of} data-field={field.of}>
          <FormField {...props} field={field} autoFocus={props.autoFocus === true && at === 0} />
        </div>
      ))}
    </Stack>
  )
}

function FormField(props: FieldListProps & { field: FieldView }) {
  const { view, schema, field, values, problems, row, rows = [], onChange, autoFocus } = props
  const { i18n } = useLingui()
  const own = fieldSchema(schema, field.of)
  const kind = kindOf(field, schema, view.entity)
  const label = i18n._(field.label)
  const problem = problems[field.of] ?? nested(problems, field.of)
  const words = problem && wordsForId(problem.id, problem.params)
  const error = words ? i18n._(words) : undefined
  const disabled = (props.disabled ?? false) || (field.locked === true && row !== undefined)
  const value = values[field.of]
  const change = (next: unknown) => onChange(field.of, next)
  if (field.render) {
    return (
      <>{field.render({ value, onChange: change, set: onChange, error, disabled, label, values, rows })}</>
    )
  }
  const base = {
    label,
    error,
    disabled,
    withAsterisk: !mayBeEmpty(own) && kind !== 'switch',
    name: field.of,
    ...(field.hint && { description: i18n._(field.hint) }),
    ...(autoFocus && { 'data-autofocus': true }),
  }
  if (kind === 'reference' || kind === 'references') {
    const reference = view.entity.refs?.[field.of]
    const known = field.labelOf ?? reference?.label ?? ''
    return (
      <ReferenceSelect
        {...base}
        entityKey={field.entity ?? reference?.entity ?? view.entity.key}
        many={kind === 'references'}
        within={field.within}
        value={value}
        known={row && (englishOf(view.entity, known, row, i18n.locale) ?? row[known])}
        clearable={mayBeEmpty(own)}
        scans
        onChange={change}
      />
    )
  }
  if (kind === 'switch') {
    const { withAsterisk: _, ...plain } = base
    return (
      <Switch
        {...plain}
        checked={value === true}
        onChange={event => change(event.currentTarget.checked)}
        className={look({ padY: 1 })}
      />
    )
  }
  if (kind === 'select') {
    return (
      <Select
        {...base}
        data={choicesOf(view, field, own, text => i18n._(text))}
        value={typeof value === 'string' ? value : null}
        onChange={change}
        clearable={nullable(own) || (row === undefined && mayBeEmpty(own))}
        allowDeselect={nullable(own)}
        comboboxProps={{ withinPortal: true }}
      />
    )
  }
  if (kind === 'date') {
    const { withAsterisk, ...plain } = base
    return <WrittenDayField {...plain} required={withAsterisk} value={value} onChange={change} />
  }
  if (kind === 'image' || kind === 'file' || kind === 'plan' || kind === 'video') {
    return <UploadField {...base} kind={kind} value={value} onChange={change} />
  }
  return <TextField base={base} kind={kind} value={value} unit={field.unit} onChange={change} schema={own} />
}

// A problem deep inside a custom field still belongs to it.
const nested = (problems: FieldProblems, field: string) =>
  Object.entries(problems).find(([path]) => path.startsWith(`${field}.`))?.[1]

interface TextFieldProps {
  base: object
  kind: FieldKind
  value: unknown
  unit: string | undefined
  schema: Schema | undefined
  onChange: (value: unknown) => void
}

/** Digits of a phone number. */
/** The longest numbers anybody stores here. */
const NUMBER_LENGTH = 12

function TextField({ base, kind, value, unit, schema, onChange }: TextFieldProps) {
  const { t } = useLingui()
  const text = value === undefined || value === null ? '' : String(value)
  const maxLength = lengthOf(schema)
  const common = {
    ...base,
    value: text,
    ...(maxLength !== undefined && { maxLength }),
    ...(unit && { rightSection: <Muted padEnd={2}>{unit}</Muted>, rightSectionWidth: 64 }),
  }
  if (kind === 'textarea') {
    return (
      <Textarea {...common} autosize minRows={3} onChange={event => onChange(event.currentTarget.value)} />
    )
  }
  if (kind === 'password') {
    return (
      <PasswordInput
        {...common}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t`Show the password` }}
        onChange={event => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...common}
      autoComplete="off"
      {...(kind === 'phone' && { type: 'tel' })}
      {...(kind !== 'text' && kind !== 'alphanumeric' && { dir: 'ltr', inputMode: inputModeOf(kind) })}
      onChange={event => onChange(filtered(kind, event.currentTarget.value, maxLength))}
    />
  )
}

const inputModeOf = (kind: FieldKind) =>
  kind === 'decimal' || kind === 'coordinate'
    ? ('decimal' as const)
    : kind === 'phone'
      ? ('tel' as const)
      : ('numeric' as const)

function filtered(kind: FieldKind, typed: string, maxLength: number | undefined): string {
  switch (kind) {
    case 'digits':
      return limitedNumber(typed, maxLength ?? 20)
    case 'phone':
      return limitedNumber(typed, PHONE_DIGITS)
    case 'alphanumeric':
      return limitedText(typed, maxLength)
    case 'integer':
      return (typed.startsWith('-') ? '-' : '') + limitedNumber(typed, NUMBER_LENGTH)
    case 'coordinate':
      return typed.replace(/[^\d.-]/g, '').slice(0, NUMBER_LENGTH)
    case 'decimal':
      return (typed.startsWith('-') ? '-' : '') + decimalText(typed)
    default:
      return typed
  }
}

/** The longest text the schema takes; undefined where it does not say. */
function lengthOf(schema: Schema | undefined): number | undefined {
  if (!schema) return undefined
  const own = bare(schema)
  const { maximum } = own._zod.bag
  return definitionOf(own).type === 'string' && typeof maximum === 'number' ? maximum : undefined
}

function choicesOf(
  view: View,
  field: FieldView,
  schema: Schema | undefined,
  say: (label: NonNullable<FieldView['options']>[number]['label']) => string,
): { value: string; label: string }[] {
  if (field.options) return field.options.map(({ value, label }) => ({ value, label: say(label) }))
  const entries = schema && definitionOf(bare(schema)).entries
  const words = view.words[field.of]
  return Object.values(entries ?? {}).map(value => {
    const label = words?.[value]?.label
    return { value, label: label ? say(label) : value }
  })
}
