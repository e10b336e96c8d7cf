// The lines between a room's head and its pictures: what is asked of the person, what is missing, who is recorded.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { problemWords } from '../../resource/media-problem-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Row, Text } from '../../ui/kit/parts.tsx'
import { formatMoment, useIntlLocale } from '../../ui/locale.ts'
import type { RoomDriver, RoomView } from './room.driver.ts'

interface BarProps {
  icon: IconName
  tone: 'info' | 'warning' | 'attention'
  /** Interrupts: it wants an answer. */
  asks?: boolean
  children: ReactNode
  actions?: ReactNode
}

export function Bar({ icon, tone, asks, children, actions }: BarProps) {
  return (
    <Row
      wrap
      gap={2}
      padX={4}
      padY={2}
      ground={`${tone}-soft`}
      tone="ink"
      size="small"
      role={asks ? 'alert' : 'status'}
    >
      <Text tone={tone} rigid>
        <Icon name={icon} size={18} />
      </Text>
      <Text grow shrink breaks>
        {children}
      </Text>
      {actions && (
        <Row gap={2} wrap>
          {actions}
        </Row>
      )}
    </Row>
  )
}

export function RoomBars({ driver, view }: { driver: RoomDriver; view: RoomView }) {
  const { i18n } = useLingui()
  const online = useOnline()
  const { own, problem, session } = view
  return (
    <>
      {own.asked && (
        <Bar
          icon={own.asked === 'audio' ? 'mic' : 'video'}
          tone="attention"
          asks
          actions={
            <>
              <Button size="xs" variant="default" onClick={() => driver.answerAsk(false)}>
                <Trans>Not now</Trans>
              </Button>
              <Button size="xs" onClick={() => driver.answerAsk(true)}>
                <Trans>Turn on</Trans>
              </Button>
            </>
          }
        >
          {own.asked === 'audio' ? (
            <Trans>A host asks you to turn your microphone on</Trans>
          ) : (
            <Trans>A host asks you to turn your camera on</Trans>
          )}
        </Bar>
      )}
      {view.consentWanted && (
        <Bar
          icon="record"
          tone="attention"
          asks
          actions={
            <>
              <Button size="xs" variant="default" onClick={() => driver.consent(false)}>
                <Trans>Do not record me</Trans>
              </Button>
              <Button size="xs" onClick={() => driver.consent(true)}>
                <Trans>I agree</Trans>
              </Button>
            </>
          }
        >
          <Trans>
            Recording has begun. May your voice and your picture go into it? You can stay either way.
          </Trans>
        </Bar>
      )}
      {session.is === 'in' && session.back && (
        <Bar icon="wifi-off" tone="warning">
          {online ? (
            <Trans context="conference">
              The connection was interrupted. You are being brought back; what was muted stays muted.
            </Trans>
          ) : (
            <Trans context="conference">No network. You are brought back as soon as there is one.</Trans>
          )}
        </Bar>
      )}
      {problem && (
        <Bar
          icon="alert"
          tone="warning"
          actions={
            problem === 'refused' && (
              <Button size="xs" variant="default" onClick={() => driver.press('audio')}>
                <Trans>Ask again</Trans>
              </Button>
            )
          }
        >
          {i18n._(problemWords[problem])}
        </Bar>
      )}
      {view.recording.is === 'recording' && <Recorded view={view} since={view.recording.since} />}
    </>
  )
}

/** Who is in the recording, and by name who is not. */
function Recorded({ view, since }: { view: RoomView; since: number }) {
  const locale = useIntlLocale()
  const { list } = view.members
  const agreed = list.filter(({ consent }) => consent === true).length
  const not = list.filter(({ consent }) => consent === false)
  const open = list.filter(({ consent }) => consent === null).length
  const names = new Intl.ListFormat(locale).format(not.map(({ displayName }) => displayName))
  return (
    <Bar
      icon="shield"
      tone="info"
      actions={
        <Text size="caption" tone="ink-2">
          <Trans>
            Since <bdi dir="ltr">{formatMoment(since).slice(11)}</bdi>
          </Trans>
        </Text>
      }
    >
      <Trans context="conference">This room is being recorded.</Trans>{' '}
      {agreed > 0 && <Plural value={agreed} one="# person has agreed." other="# people have agreed." />}
      {open > 0 && (
        <>
          {' '}
          <Plural value={open} one="# has not answered yet." other="# have not answered yet." />
        </>
      )}
      {not.length > 0 && (
        <>
          {' '}
          <Trans>
            Not recorded: <strong>{names}</strong>
          </Trans>
        </>
      )}
    </Bar>
  )
}
