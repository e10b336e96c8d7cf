// What is of the person: their face for the doors, what they have asked for, another home, and the way out.
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { type Home, type ResidentState, residentLogout } from '../contract/endpoints/resident-page.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { Card, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { AskForm } from './ask-form.tsx'
import { AskedList } from './asked-list.tsx'
import { FaceCard } from './face-card.tsx'
import { keepToken } from './session.ts'

interface MeTabProps {
  state: ResidentState | undefined
  home: Home | undefined
  onAsked: () => void
}

export function MeTab({ state, home, onAsked }: MeTabProps) {
  const [asks, setAsks] = useState(false)
  const isAsking = asks || (state !== undefined && state.homes.length === 0 && state.asked.length === 0)
  const logOut = () => {
    // Whether or not the server hears of it, this browser forgets.
    void sendRequest(residentLogout, {}, { keepAlive: true }).catch(() => {})
    keepToken(undefined)
  }
  return (
    <>
      {home && <FaceCard key={`face ${home.occupancyId}`} home={home} />}
      {state && <AskedList asked={state.asked} />}
      {isAsking ? (
        <AskForm
          onDone={() => {
            setAsks(false)
            onAsked()
          }}
        />
      ) : (
        state && (
          <DoorButton type="button" kind="secondary" onClick={() => setAsks(true)}>
            <Trans>Ask for another home</Trans>
          </DoorButton>
        )
      )}
      <Card pad={3}>
        <Row justify="between" gap={3}>
          <Stack gap={0}>
            <Text strong>
              <Trans>Logged in</Trans>
            </Text>
            <Text tone="ink-2" dir="ltr">
              {state?.phone}
            </Text>
          </Stack>
          <DoorButton type="button" kind="secondary" onClick={logOut}>
            <Trans>Log out</Trans>
          </DoorButton>
        </Row>
      </Card>
    </>
  )
}
