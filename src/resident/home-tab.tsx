// What somebody wants at once: their doors, a code for a guest, what is to be paid, what is announced.
import { Trans } from '@lingui/react/macro'
import type { Home, ResidentState } from '../contract/endpoints/resident-page.ts'
import { Icon } from '../ui/icons.tsx'
import { look } from '../ui/kit/look.ts'
import { Card, Stack, Text } from '../ui/kit/parts.tsx'
import { formatMoment } from '../ui/locale.ts'
import { askBills, BillLine, isOwed } from './bill-list.tsx'
import { DoorTiles } from './door-tiles.tsx'
import { GuestCodeLine } from './guest-codes.tsx'
import { useAsked } from './use-asked.ts'
import { tabAddress } from './use-tab.ts'

interface HomeTabProps {
  home: Home
  announcements: ResidentState['announcements']
  /** Announcements that this browser has not shown yet. */
  unread: number
}

const way = look({ row: true, gap: 3, justify: 'between', atLeast: 'tile', undecorated: true, tone: 'ink' })

export function HomeTab({ home, announcements, unread }: HomeTabProps) {
  const code = home.guestCodes.find(({ state }) => state === 'good')
  const [newest] = announcements
  return (
    <>
      <DoorTiles key={`doors ${home.occupancyId}`} home={home} />
      <Card pad={3}>
        {code ? (
          <GuestCodeLine code={code} />
        ) : (
          <a className={way} href={tabAddress('guests')}>
            <Icon name="key" />
            <Text grow>
              <Trans>Make a guest code</Trans>
            </Text>
            <Icon name="forward" />
          </a>
        )}
      </Card>
      <OwedBill />
      {newest && (
        <Card pad={3}>
          <a className={way} href={tabAddress('announcements')}>
            <Icon name="inbox" />
            <Stack gap={0} grow shrink>
              <Text strong={unread > 0} clip>
                {newest.title}
              </Text>
              <Text size="small" tone="ink-3">
                <bdi dir="ltr">{formatMoment(newest.at)}</bdi>
              </Text>
            </Stack>
            {unread > 0 && (
              <Text size="small" tone="accent">
                <Trans context="announcement">Unread</Trans>
              </Text>
            )}
          </a>
        </Card>
      )}
    </>
  )
}

/** The oldest bill that is to be paid; nothing where none is. */
function OwedBill() {
  const { answer } = useAsked(askBills)
  const owed = answer?.filter(isOwed).at(-1)
  return (
    owed && (
      <Card pad={3}>
        <a className={look({ block: true, undecorated: true, tone: 'ink' })} href={tabAddress('bills')}>
          <BillLine bill={owed} />
        </a>
      </Card>
    )
  )
}
