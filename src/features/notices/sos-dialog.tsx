// The SOS dialog: who, where, since when, and one red button.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Sos, SosEntry } from '../../domain/notice/sos-queue.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { Icon } from '../../ui/icons.tsx'
import { formatDay, formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { TopDialog } from '../../ui/top-dialog.tsx'
import { sosTitle } from './announce.ts'
import css from './sos-dialog.module.css'

export interface SosDialogProps {
  entry: SosEntry
  /** How many wait in the open, this one included. */
  waiting: number
  onTake: () => void
  onLater: () => void
  onClose: () => void
  onMap: () => void
}

// Escape of a dialog underneath must not fire for a key pressed in this one.
const aside = { 'data-mantine-stop-propagation': 'true' } as const

export function SosDialog({ entry, waiting, onTake, onLater, onClose, onMap }: SosDialogProps) {
  const { t, i18n } = useLingui()
  const [titleId, textId] = [useId(), useId()]
  const { sos, phase } = entry
  const open = phase.is === 'waiting' || phase.is === 'taking'
  const map = (
    <Button
      className={css.minor ?? ''}
      size="lg"
      variant="default"
      leftSection={<Icon name="pin" size={20} />}
      onClick={onMap}
      {...aside}
    >
      <Trans>Map</Trans>
    </Button>
  )
  const call = sos.userPhone && (
    <Button
      className={css.minor ?? ''}
      size="lg"
      variant="default"
      component="a"
      href={`tel:${sos.userPhone}`}
      leftSection={<Icon name="phone" size={20} />}
      {...aside}
    >
      <Trans>Call</Trans>
    </Button>
  )
  return (
    <TopDialog titleId={titleId} textId={textId} alert rank={2} onEscape={open ? undefined : onClose}>
      <header className={open ? css.head : `${css.head} ${css.answered}`}>
        <Icon name={open ? 'alert' : 'check'} size={30} />
        <div className={css.headText}>
          <h2 id={titleId} className={css.title} tabIndex={-1} data-initial-focus="" {...aside}>
            {i18n._(sosTitle)}
          </h2>
          <p className={css.since}>
            <bdi dir="ltr">{clock(sos.raisedAt)}</bdi> · <Age at={sos.raisedAt} />
          </p>
        </div>
        {open && waiting > 1 && (
          <span className={css.count}>
            <Trans>1 of {waiting}</Trans>
          </span>
        )}
      </header>
      <div className={css.body}>
        <Person sos={sos} />
        <Place sos={sos} id={textId} />
        {phase.is === 'waiting' && phase.refusal && <Refusal refusal={phase.refusal} />}
        {phase.is === 'elsewhere' && <Elsewhere by={phase.by} />}
        {phase.is === 'mine' && (
          <p className={`${css.news} ${css.good}`} role="status">
            <Trans>You have taken it. The others see your name and the time.</Trans>
          </p>
        )}
        {phase.is !== 'elsewhere' && (
          <div className={css.buttons}>
            {open ? (
              <Button
                className={css.take ?? ''}
                size="lg"
                color="critical"
                loading={phase.is === 'taking'}
                leftSection={<Icon name="check" size={20} />}
                onClick={onTake}
                {...aside}
              >
                <Trans>I'll take it</Trans>
              </Button>
            ) : (
              <Button className={css.take ?? ''} size="lg" onClick={onClose} {...aside}>
                <Trans>Close</Trans>
              </Button>
            )}
            {call}
            {map}
          </div>
        )}
        {open && (
          <footer className={css.foot}>
            <p>
              <Trans>Your name and the time are shown to the others.</Trans>
            </p>
            <Button variant="subtle" color="off" onClick={onLater} title={t`Stays in the bar`} {...aside}>
              <Trans>Later</Trans>
            </Button>
          </footer>
        )}
      </div>
    </TopDialog>
  )
}

// Today's moments need no date; a missed one of another day does.
const clock = (at: number): string =>
  formatDay(at) === formatDay(Date.now()) ? formatMoment(at).slice(11) : formatMoment(at)

/** A mobile number in its usual groups; other numbers as they are. */
const grouped = (phone: string): string =>
  /^\d{11}$/.test(phone) ? `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}` : phone

function Person({ sos }: { sos: Sos }) {
  const name = sos.name ?? sos.deviceName
  return (
    <div className={css.person}>
      <span className={css.face} aria-hidden="true">
        {[...name][0] ?? '?'}
      </span>
      <div>
        <p className={css.name}>
          <bdi>{name}</bdi>
        </p>
        {sos.userPhone && (
          <p className={css.phone}>
            <bdi dir="ltr">{grouped(sos.userPhone)}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}

function Place({ sos, id }: { sos: Sos; id: string }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const percent =
    sos.battery === null ? undefined : numberFormat(locale, { style: 'percent' }).format(sos.battery / 100)
  const rows: [string, ReactNode][] = [
    [t`Building`, sos.building],
    [t`Unit, room`, [sos.unit, sos.roomNo].filter(Boolean).join(', ')],
    [t`Place`, sos.building ? null : sos.place],
    [
      t`Device`,
      <>
        <bdi>{sos.deviceName}</bdi>
        {percent && (
          <>
            {' · '}
            <span className={(sos.battery ?? 100) <= 10 ? css.empty : undefined}>
              <Trans>battery {percent}</Trans>
            </span>
          </>
        )}
      </>,
    ],
  ]
  return (
    <dl className={css.facts} id={id}>
      {rows
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
          </div>
        ))}
    </dl>
  )
}

function Refusal({ refusal }: { refusal: { id: string; params?: Record<string, string | number> } }) {
  const { i18n } = useLingui()
  const words = wordsForId(refusal.id, refusal.params)
  return (
    <p className={`${css.news} ${css.bad}`} role="alert">
      {refusal.id === 'offline' ? (
        <Trans>No network. Taking an alarm is never kept for later: phone, or try again.</Trans>
      ) : words ? (
        i18n._(words)
      ) : (
        <Trans>That did not work. Try again.</Trans>
      )}
    </p>
  )
}

function Elsewhere({ by }: { by: string | null }) {
  return (
    <p className={`${css.news} ${css.good}`} role="status">
      {by ? <Trans>{by} has taken it.</Trans> : <Trans>Somebody else has seen to it.</Trans>}
    </p>
  )
}
