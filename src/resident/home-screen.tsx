// The homes of who is in: one is shown, with its doors and guests; what was asked for, and the way out.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Home, residentLogout } from '../contract/endpoints/resident-page.ts'
import { DoorButton } from '../door-unit/door-button.tsx'
import { sendRequest } from '../platform/http.ts'
import { Card, Column, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { AskForm } from './ask-form.tsx'
import { AskedList } from './asked-list.tsx'
import { DoorTiles } from './door-tiles.tsx'
import { Choice } from './form-parts.tsx'
import { GuestCodes } from './guest-codes.tsx'
import { keepToken } from './session.ts'
import { useHome } from './use-home.ts'

const placeOf = ({ communityName, place, roomNo }: Home) => `${communityName} · ${place} · ${roomNo}`

export function HomeScreen() {
  const { t } = useLingui()
  const { state, isStale, ask } = useHome()
  const [chosen, setChosen] = useState<number>()
  const [asks, setAsks] = useState(false)
  const home = state?.homes.find(({ occupancyId }) => occupancyId === chosen) ?? state?.homes[0]
  const isAsking = asks || (state !== undefined && state.homes.length === 0 && state.asked.length === 0)
  const logOut = () => {
    // Whether or not the server hears of it, this browser forgets.
    void sendRequest(residentLogout, {}, { keepAlive: true }).catch(() => {})
    keepToken(undefined)
  }
  return (
    <Column as="main" gap={3} pad={3} atMost="medium" middling>
      <Text as="h1" size="title" strong>
        {home ? home.communityName : <Trans>My home</Trans>}
      </Text>
      {isStale && (
        <Text as="p" role="status" tone="warning">
          <Trans>No connection: this is what was known last.</Trans>
        </Text>
      )}
      {!state && !isStale && (
        <Text as="p" role="status" tone="ink-2">
          <Trans>Loading…</Trans>
        </Text>
      )}
      {state && state.homes.length > 1 && (
        <Choice
          label={t`Home`}
          value={String(home?.occupancyId ?? '')}
          onChange={event => setChosen(Number(event.target.value))}
          options={state.homes.map(each => ({ value: String(each.occupancyId), label: placeOf(each) }))}
        />
      )}
      {home && (
        <>
          <Text as="p" tone="ink-2">
            {home.place} · {home.roomNo} · {home.residentName}
          </Text>
          <DoorTiles key={`doors ${home.occupancyId}`} home={home} />
          <GuestCodes key={`guests ${home.occupancyId}`} home={home} onChange={ask} />
        </>
      )}
      {state && <AskedList asked={state.asked} />}
      {isAsking ? (
        <AskForm
          onDone={() => {
            setAsks(false)
            void ask()
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
    </Column>
  )
}
