// The homes of who is in: one is shown, with a tab for each of its matters under the thumb.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Home } from '../contract/endpoints/resident-page.ts'
import { SiteLogo } from '../door-unit/site-logo.tsx'
import { BottomTabs } from '../ui/bottom-tabs.tsx'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Column, Row, Stack, Text } from '../ui/kit/parts.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { BillList } from './bill-list.tsx'
import { Choice } from './form-parts.tsx'
import { GuestCodes } from './guest-codes.tsx'
import { HomeTab } from './home-tab.tsx'
import { MeTab } from './me-tab.tsx'
import { OrderList } from './order-list.tsx'
import { loadTalk, RingCard } from './ring-card.tsx'
import type { Speaking } from './talk-card.tsx'
import { useCalls } from './use-calls.ts'
import { useHome } from './use-home.ts'
import { usePart } from './use-part.ts'
import { useRinging } from './use-ringing.ts'
import { tabAddress, useTab } from './use-tab.ts'
import { useUnread } from './use-unread.ts'

const placeOf = ({ communityName, place, roomNo }: Home) => `${communityName} · ${place} · ${roomNo}`

export function HomeScreen() {
  const { t } = useLingui()
  const { state, isStale, ask } = useHome()
  const [chosen, setChosen] = useState<number>()
  const asked = useTab()
  const home = state?.homes.find(({ occupancyId }) => occupancyId === chosen) ?? state?.homes[0]
  // Who lives nowhere yet has one matter: to ask for a home.
  const tab = state && !home ? 'me' : asked
  const announcements =
    state?.announcements.filter(
      ({ occupancyIds }) => home !== undefined && occupancyIds.includes(home.occupancyId),
    ) ?? []
  const { calls, leave } = useCalls(home !== undefined)
  const [speaking, setSpeaking] = useState<Speaking>()
  const spoken = speaking?.call.callId
  const rings = calls.filter(({ callId }) => callId !== spoken)
  useRinging(speaking === undefined && rings.some(({ taken }) => taken === null))
  const unread = useUnread(announcements, tab === 'announcements')
  return (
    <Column tall>
      <Column as="main" gap={3} pad={3} grow shrink scroll="y">
        <Column gap={3} wide atMost="medium" middling>
          <SiteLogo tenantId={home?.tenantId} />
          <Row justify="between" gap={3}>
            <Stack gap={0} shrink>
              <Text as="h1" size="title" strong>
                {home ? <bdi>{home.communityName}</bdi> : <Trans>My home</Trans>}
              </Text>
              {home && (
                <Text as="p" tone="ink-2">
                  <bdi>
                    {home.place} · {home.roomNo} · {home.residentName}
                  </bdi>
                </Text>
              )}
            </Stack>
            {home && (
              <a
                className={look({ center: true, square: 11, round: 'full', tone: 'ink' })}
                href={tabAddress('announcements')}
              >
                <Icon
                  name="bell"
                  label={
                    unread > 0
                      ? t`Announcements, ${unread} unread`
                      : t({ context: 'page', message: 'Announcements' })
                  }
                />
              </a>
            )}
          </Row>
          {speaking && (
            <TalkPart
              key={`talk ${speaking.call.callId}`}
              {...speaking}
              onClose={() => setSpeaking(undefined)}
            />
          )}
          {rings.map(call => (
            <RingCard
              key={call.callId}
              call={call}
              isSpeaking={speaking !== undefined}
              onAnswer={setSpeaking}
              onLeave={() => leave(call.callId)}
            />
          ))}
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
          {home && tab === 'home' && <HomeTab home={home} announcements={announcements} unread={unread} />}
          {home && tab === 'guests' && (
            <GuestCodes key={`guests ${home.occupancyId}`} home={home} onChange={ask} />
          )}
          {tab === 'bills' && <BillList />}
          {tab === 'mall' && <OrderList home={home} />}
          {tab === 'announcements' && <AnnouncementList announcements={announcements} />}
          {tab === 'me' && <MeTab state={state} home={home} onAsked={() => void ask()} />}
        </Column>
      </Column>
      {home && (
        <BottomTabs
          label={t`My home`}
          activeKey={tab}
          tabs={[
            {
              key: 'home',
              title: t`My home`,
              icon: 'home',
              href: tabAddress('home'),
            },
            { key: 'guests', title: t`Guests`, icon: 'key', href: tabAddress('guests') },
            {
              key: 'bills',
              title: t({ context: 'page', message: 'Bills' }),
              icon: 'bill',
              href: tabAddress('bills'),
            },
            { key: 'mall', title: t`Mall`, icon: 'box', href: tabAddress('mall') },
            {
              key: 'me',
              title: t`Me`,
              icon: 'user',
              href: tabAddress('me'),
            },
          ]}
        />
      )}
    </Column>
  )
}

function TalkPart(props: Speaking & { onClose: () => void }) {
  // It came before the call was answered.
  const { module } = usePart(loadTalk)
  return module && <module.TalkCard {...props} />
}
