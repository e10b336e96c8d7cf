// Guest codes of a home: digits and a picture for the camera of the door, how often and how long each is good, and a new one.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type Home, residentGuest, residentGuestEnd } from '../contract/endpoints/resident-page.ts'
import { HOUR_MS } from '../domain/durations.ts'
import { type GuestCodeState, spacedDigits } from '../domain/living/guest-code.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { Card, Row, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'
import { formatMoment } from '../ui/locale.ts'
import { Choice, Field } from './form-parts.tsx'
import { problemOf } from './problem-words.ts'
import { QrPicture } from './qr-picture.tsx'

const stateWords: Record<GuestCodeState, MessageDescriptor> = {
  good: msg({ context: 'guest code', message: 'Good now' }),
  planned: msg({ context: 'guest code', message: 'Good later' }),
  over: msg({ context: 'guest code', message: 'Over' }),
  usedUp: msg({ context: 'guest code', message: 'Used up' }),
  revoked: msg({ context: 'guest code', message: 'Taken back' }),
}

interface GuestCodeLineProps {
  code: Home['guestCodes'][number]
  /** What can be done with it. */
  children?: ReactNode
}

export function GuestCodeLine({ code, children }: GuestCodeLineProps) {
  const { i18n, t } = useLingui()
  return (
    <Row justify="between" gap={3}>
      <Stack gap={1}>
        <Text size="figure" strong dir="ltr">
          {spacedDigits(code.digits)}
        </Text>
        <Text tone="ink-2" size="small">
          {i18n._(stateWords[code.state])} ·{' '}
          <Trans>
            {code.mostUses - code.used} of {code.mostUses} left
          </Trans>
        </Text>
        <Text tone="ink-2" size="small">
          <bdi dir="ltr">{formatMoment(code.validUntil)}</bdi> {code.guestName}
        </Text>
        {children}
      </Stack>
      {code.state === 'good' && <QrPicture text={code.digits} label={t`Guest code as a picture`} />}
    </Row>
  )
}

interface GuestCodesProps {
  home: Home
  onChange: () => Promise<void>
}

export function GuestCodes({ home, onChange }: GuestCodesProps) {
  const { i18n, t } = useLingui()
  const [guestName, setGuestName] = useState('')
  const [hours, setHours] = useState('4')
  const [uses, setUses] = useState('2')
  const [problem, setProblem] = useState<MessageDescriptor>()
  const [busy, setBusy] = useState(false)
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      await onChange()
    } catch (error) {
      setProblem(problemOf(error))
    }
    setBusy(false)
  }
  const make = () => {
    const validFrom = Date.now()
    const validUntil = validFrom + Number(hours) * HOUR_MS
    const { occupancyId } = home
    return sendRequest(residentGuest, {
      occupancyId,
      guestName,
      validFrom,
      validUntil,
      mostUses: Number(uses),
    })
  }
  return (
    <Card pad={3}>
      <Stack gap={3}>
        <SectionTitle>
          <Trans>Guest codes</Trans>
        </SectionTitle>
        {home.guestCodes.map(code => (
          <GuestCodeLine key={code.id} code={code}>
            <DoorButton
              type="button"
              kind="secondary"
              disabled={busy}
              onClick={() => void act(() => sendRequest(residentGuestEnd, { id: code.id }))}
            >
              <Trans>Take back</Trans>
            </DoorButton>
          </GuestCodeLine>
        ))}
        <Field label={t`Guest`} value={guestName} onChange={event => setGuestName(event.target.value)} />
        <Choice
          label={t`Good for`}
          value={hours}
          onChange={event => setHours(event.target.value)}
          options={[
            { value: '1', label: t`1 hour` },
            { value: '4', label: t`4 hours` },
            { value: '24', label: t`1 day` },
            { value: '72', label: t`3 days` },
          ]}
        />
        <Choice
          label={t`Openings`}
          value={uses}
          onChange={event => setUses(event.target.value)}
          options={['1', '2', '5', '10'].map(value => ({ value, label: value }))}
        />
        {problem && (
          <Text as="p" role="alert" tone="critical">
            {i18n._(problem)}
          </Text>
        )}
        <DoorButton type="button" kind="primary" disabled={busy} onClick={() => void act(make)}>
          <Trans>Make a guest code</Trans>
        </DoorButton>
      </Stack>
    </Card>
  )
}
