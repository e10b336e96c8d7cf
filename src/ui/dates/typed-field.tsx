// A field that one types a date into or opens a picker beside; what is typed and cannot be, is told when it is left.

import { useLingui } from '@lingui/react/macro'
import { Popover, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../icons.tsx'
import { look } from '../kit/look.ts'
import { CalendarPart, type CalendarParts, fetchCalendar } from './calendar-part.tsx'
import css from './dates.module.css'

/** What all fields of this folder take. */
export interface DateFieldProps {
  label: string
  description?: ReactNode
  error?: ReactNode
  disabled?: boolean
  required?: boolean
  name?: string
  className?: string | undefined
  /** Text that stands in the field though it is no date; to be kept by who hears `onBad`. */
  bad?: string | undefined
  /** Told of text that is no date, or one beyond the limits, when the field is left with it. */
  onBad?: ((text: string) => void) | undefined
  /** Told when the field is left with what it had already told. */
  onLeave?: () => void
}

interface TypedFieldProps extends DateFieldProps {
  value: number | undefined
  onChange: (value: number | undefined) => void
  /** The value in the console's one form. */
  text: (value: number) => string
  /** A text that is whole as it stands: it counts while it is typed. */
  whole: RegExp
  read: (text: string) => number | undefined
  /** What is wrong with a date, in words. */
  wrong?: (value: number) => string | undefined
  /** What to say of text that is no date. */
  help: string
  placeholder: string
  icon: 'calendar' | 'clock'
  picker: (parts: CalendarParts, close: () => void) => ReactNode
}

export function TypedField({
  value,
  bad,
  text,
  whole,
  read,
  wrong,
  help,
  icon,
  picker,
  error,
  required = false,
  className,
  onChange,
  onBad,
  onLeave,
  ...input
}: TypedFieldProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [opened, setOpened] = useState(false)
  // What is being typed; a half-typed date is neither sent nor overwritten.
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(undefined)
  }
  const shown = typed ?? bad ?? (value === undefined ? '' : text(value))
  const problemOf = (typedText: string): string | undefined => {
    const at = read(typedText)
    return at === undefined ? help : wrong?.(at)
  }
  const judged = shown !== '' && (typed === undefined ? bad !== undefined : left)
  const type = (next: string) => {
    setTyped(next)
    setLeft(false)
    if (next === '') return onChange(undefined)
    const at = whole.test(next) ? read(next) : undefined
    if (at !== undefined && wrong?.(at) === undefined) onChange(at)
  }
  const leave = () => {
    setLeft(true)
    if (typed !== undefined && typed.trim() !== '' && problemOf(typed) !== undefined) return onBad?.(typed)
    setTyped(undefined)
    const at = typed === undefined ? value : read(typed)
    if (at !== value) onChange(at)
    else onLeave?.()
  }
  const close = () => setOpened(false)
  return (
    <TextInput
      {...input}
      id={id}
      className={className ?? ''}
      withAsterisk={required}
      inputMode="text"
      autoComplete="off"
      value={shown}
      error={(judged && problemOf(shown)) || error}
      onChange={event => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={event => event.key === 'Enter' && leave()}
      // Digits run from left to right in every language.
      inputContainer={field => <div dir="ltr">{field}</div>}
      rightSectionWidth="var(--gh-target)"
      rightSectionPointerEvents="all"
      rightSection={
        <Popover
          opened={opened}
          onChange={setOpened}
          position="bottom-end"
          middlewares={{ flip: { padding: 8 }, shift: { padding: 8 } }}
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <button
              type="button"
              className={look(
                {
                  bare: true,
                  center: true,
                  wide: true,
                  tall: true,
                  pad: 0,
                  round: 'control',
                  tone: 'ink-2',
                  pointer: true,
                },
                css.open,
              )}
              disabled={input.disabled}
              aria-label={t`Pick`}
              aria-describedby={`${id}-label`}
              title={t`Pick`}
              onPointerEnter={() => fetchCalendar(i18n.locale)}
              onFocus={() => fetchCalendar(i18n.locale)}
              onClick={() => setOpened(!opened)}
            >
              <Icon name={icon} />
            </button>
          </Popover.Target>
          <Popover.Dropdown className={css.dropdown ?? ''}>
            <CalendarPart>{parts => picker(parts, close)}</CalendarPart>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
