// The SOS dialog: who, where, since when, one red button, and the queue of those that wait as well.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import type { Sos, SosEntry } from '../../domain/notice/sos-queue.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { wordsForId } from '../../resource/error-words.ts'
import { Age } from '../../ui/age.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Box, Center, List, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { formatDay, formatMoment, numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { TopDialog } from '../../ui/top-dialog.tsx'
import { sosTitle } from './announce.ts'
import css from './sos-dialog.module.css'

export interface SosDialogProps {
  entry: SosEntry
  /** All that wait in the open, oldest first. */
  waiting: readonly SosEntry[]
  /** Others of the queue that have just been taken or handled. */
  news: readonly SosEntry[]
  onTake: () => void
  onTakeAll: () => void
  onLeaf: (by: 1 | -1) => void
  onLater: () => void
  onClose: () => void
  onMap: () => void
}

// Escape of a dialog underneath must not fire for a key pressed in this one.
const aside = { 'data-mantine-stop-propagation': 'true' } as const

/** Ignores the second click of a double click: the next SOS may already have taken the place of the first. */
const once = (run: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) run()
}

export function SosDialog(props: SosDialogProps) {
  const { entry, waiting, news, onTake, onTakeAll, onLeaf, onLater, onClose, onMap } = props
  const { t, i18n } = useLingui()
  const [titleId, textId] = [useId(), useId()]
  const { sos, phase } = entry
  const open = phase.is === 'waiting' || phase.is === 'taking'
  const title = useTitleOfNext(sos.alarmId)
  const count = waiting.length
  const at = waiting.indexOf(entry) + 1
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
      <header
        className={look(
          { row: true, gap: 3, padX: 5, padAbove: 3, padBelow: 4, loud: open },
          css.head,
          open ? undefined : look({ ground: 'ok-fill', tone: 'on-ok' }),
        )}
      >
        <Icon name={open ? 'alert' : 'check'} size={30} />
        <Box grow shrink>
          <h2
            ref={title}
            id={titleId}
            className={look({ size: 'title', strong: true }, css.title)}
            tabIndex={-1}
            data-initial-focus=""
            {...aside}
          >
            {i18n._(sosTitle)}
          </h2>
          <Text as="p" size="small">
            <bdi dir="ltr">{clock(sos.raisedAt)}</bdi> · <Age at={sos.raisedAt} />
          </Text>
        </Box>
        {open && count > 1 && (
          <Row gap={1} rigid className={css.queue} data-queue="">
            <IconButton icon="back" label={t`Older SOS`} disabled={at <= 1} onClick={() => onLeaf(-1)} />
            <Text rigid padX={3} padY="half" round="card" strong className={css.count}>
              <Trans>
                {at} of {count}
              </Trans>
            </Text>
            <IconButton
              icon="forward"
              label={t`Newer SOS`}
              disabled={at >= count}
              onClick={() => onLeaf(1)}
            />
          </Row>
        )}
      </header>
      <Stack gap={4} padX={5} padAbove={5} padBelow={0} className={css.body}>
        {sos.trial && (
          <Text as="p" padX={3} padY={2} round="control" ground="new-soft" tone="new" strong>
            <Trans>This is a test alarm: nobody is in danger. Take it, so that it is known to arrive.</Trans>
          </Text>
        )}
        <News entries={news} />
        <Person sos={sos} />
        <Place sos={sos} id={textId} />
        {phase.is === 'waiting' && phase.refusal && <Refusal refusal={phase.refusal} />}
        {phase.is === 'elsewhere' && <Elsewhere by={phase.by} />}
        {phase.is === 'mine' && (
          <Text as="p" padX={3} padY={2} round="control" ground="ok-soft" tone="ok" role="status">
            <Trans>You have taken it. The others see your name and the time.</Trans>
          </Text>
        )}
      </Stack>
      <Stack gap={4} ground="surface" stuck="bottom" className={css.acts}>
        {phase.is !== 'elsewhere' && (
          <Row wrap align="stretch" gap={2}>
            {open ? (
              <Button
                className={css.take ?? ''}
                size="lg"
                color="critical"
                loading={phase.is === 'taking'}
                leftSection={<Icon name="check" size={20} />}
                onClick={once(onTake)}
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
          </Row>
        )}
        {open && (
          <Row as="footer" justify="between" gap={3} size="caption" tone="ink-3" className={css.foot}>
            <p>
              <Trans>Your name and the time are shown to the others.</Trans>
            </p>
            {count > 1 && (
              <Button variant="subtle" color="critical" onClick={once(onTakeAll)} {...aside}>
                <Trans>Take all {count}</Trans>
              </Button>
            )}
            <Button variant="subtle" color="off" onClick={onLater} title={t`Stays in the bar`} {...aside}>
              <Trans>Later</Trans>
            </Button>
          </Row>
        )}
      </Stack>
    </TopDialog>
  )
}

/** Moves the focus to the title when the next SOS is shown: a key still held on «take» must not take that one too. */
function useTitleOfNext(alarmId: number) {
  const title = useRef<HTMLHeadingElement>(null)
  const last = useRef(alarmId)
  useEffect(() => {
    if (last.current === alarmId) return
    last.current = alarmId
    const { activeElement } = document
    // The focus stays on the buttons that go through the queue.
    if (activeElement?.closest('[data-queue]')) return
    const dialog = title.current?.closest('[role=alertdialog]')
    if (activeElement === document.body || dialog?.contains(activeElement)) title.current?.focus()
  }, [alarmId])
  return title
}

/** Lines about others of the queue that have just been settled; many at once would push the buttons away. */
function News({ entries }: { entries: readonly SosEntry[] }) {
  return (
    <List stack gap={2} goneWhenEmpty role="status">
      {entries.slice(-NEWS_SHOWN).map(({ sos, phase }) => {
        const who = <bdi>{sos.name ?? sos.deviceName}</bdi>
        return (
          <Box as="li" key={sos.alarmId} padX={3} padY={2} round="control" ground="ok-soft" tone="ok">
            {phase.is === 'elsewhere' ? <Elsewhere by={phase.by} plain /> : <Trans>You have taken it.</Trans>}{' '}
            {who}
          </Box>
        )
      })}
    </List>
  )
}

const NEWS_SHOWN = 3

// Today's moments need no date; a missed one of another day does.
const clock = (at: number): string =>
  formatDay(at) === formatDay(serverNow()) ? formatMoment(at).slice(11) : formatMoment(at)

/** A mobile number in its usual groups; other numbers as they are. */
const grouped = (phone: string): string =>
  /^\d{11}$/.test(phone) ? `${phone.slice(0, 3)} ${phone.slice(3, 7)} ${phone.slice(7)}` : phone

function Person({ sos }: { sos: Sos }) {
  const name = sos.name ?? sos.deviceName
  return (
    <Row gap={3} shrink>
      <Center
        as="span"
        rigid
        ground="accent-soft"
        size="title"
        strong
        tone="accent"
        square={14}
        round="full"
        className={css.face}
        aria-hidden="true"
      >
        {[...name][0] ?? '?'}
      </Center>
      <div>
        <Text as="p" size="large" strong breaks>
          <bdi>{name}</bdi>
        </Text>
        {sos.userPhone && (
          <Text as="p" tone="ink-2">
            <bdi dir="ltr">{grouped(sos.userPhone)}</bdi>
          </Text>
        )}
      </div>
    </Row>
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
            <span
              className={(sos.battery ?? 100) <= 10 ? look({ strong: true, tone: 'critical' }) : undefined}
            >
              <Trans>battery {percent}</Trans>
            </span>
          </>
        )}
      </>,
    ],
  ]
  return (
    <Stack as="dl" gap={2} id={id}>
      {rows
        .filter(([, value]) => Boolean(value))
        .map(([label, value]) => (
          <Stack cols="minmax(88px, 108px) 1fr" gap={0} key={label}>
            <Text as="dt" padEnd={3} tone="ink-3">
              {label}
            </Text>
            <Box as="dd" breaks>
              {typeof value === 'string' ? <bdi>{value}</bdi> : value}
            </Box>
          </Stack>
        ))}
    </Stack>
  )
}

function Refusal({ refusal }: { refusal: { id: string; params?: Record<string, string | number> } }) {
  const { i18n } = useLingui()
  const words = wordsForId(refusal.id, refusal.params)
  return (
    <Text as="p" padX={3} padY={2} round="control" ground="critical-soft" tone="critical" role="alert">
      {refusal.id === 'offline' ? (
        <Trans>No network. Taking an alarm is never kept for later: phone, or try again.</Trans>
      ) : words ? (
        i18n._(words)
      ) : (
        <Trans>That did not work. Try again.</Trans>
      )}
    </Text>
  )
}

function Elsewhere({ by, plain }: { by: string | null; plain?: boolean }) {
  const words = by ? <Trans>{by} has taken it.</Trans> : <Trans>Somebody else has handled it.</Trans>
  if (plain) return words
  return (
    <Text as="p" padX={3} padY={2} round="control" ground="ok-soft" tone="ok" role="status">
      {words}
    </Text>
  )
}
