// The response cards of the tenant: for each critical type the one that holds, those of single places, and how long steps take.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { responseTimes } from '../../contract/endpoints/response.ts'
import { type AlarmType, alarmTypes } from '../../domain/alarm/alarm-types.ts'
import { permissionFor, type RowOf } from '../../domain/entity.ts'
import { responseCard } from '../../domain/response/response-card.ts'
import { shippedCardOf } from '../../domain/response/shipped-cards.ts'
import { sendRequest } from '../../platform/http.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import { FilterChips } from '../../resource/list-filters.tsx'
import { type ListAddress, useListAddress } from '../../resource/list-search.ts'
import { pageOptions } from '../../resource/query.ts'
import { stepText } from '../../resource/response-words.ts'
import type { ListSearch } from '../../resource/search.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { FilterLine } from '../../ui/filter-chips.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Forbidden, Loading, StaleBadge } from '../../ui/states.tsx'
import { CardPanel, type TimesOf } from './card-panel.tsx'
import { responseCardView } from './response-card.view.tsx'
import { emptyStep } from './steps-field.tsx'

type CardRow = RowOf<typeof responseCard>

/** All cards come as one page: a tenant has a few a type. */
const MOST = 200

export function CardsPage() {
  const { i18n } = useLingui()
  const may = useRights()
  const address = useListAddress(responseCard)
  /** The type whose shipped card is being made one's own. */
  const [from, setFrom] = useState<AlarmType>()
  const view = useMemo(() => {
    const steps = (from ? (shippedCardOf(from) ?? []) : []).map(step => ({
      ...step,
      text: stepText(i18n, { key: step.key, text: null }),
    }))
    return {
      ...responseCardView,
      initial: {
        type: from,
        departmentId: null,
        communityId: null,
        steps: steps.length > 0 ? steps : [emptyStep()],
      },
    }
  }, [from, i18n])
  if (!may(permissionFor(responseCard, 'read'))) return <Forbidden />
  const add = (type?: AlarmType) => {
    setFrom(type)
    address.change({ form: 'new' })
  }
  return (
    <ActionsProvider view={view} onEdit={row => address.change({ form: row.id })}>
      <PageFrame scrolls>
        <Cards address={address} onAdd={add} />
      </PageFrame>
      <FormDrawer view={view} address={address} />
    </ActionsProvider>
  )
}

interface CardsProps {
  address: ListAddress
  onAdd: (type?: AlarmType) => void
}

function Cards({ address, onAdd }: CardsProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { mayAdd } = useActions()
  const list = useQuery(pageOptions(responseCard, { page: 1, size: MOST, sort: 'type' }))
  const times = useQuery({
    queryKey: ['entity', responseCard.key, 'times'] as const,
    queryFn: ({ signal }) => sendRequest(responseTimes, {}, { signal }),
  })
  const timesOf: TimesOf = (type, step) => times.data?.find(each => each.type === type && each.step === step)
  const rows = list.data?.list
  const shown = rows && panelsOf(rows).filter(isAsked(address.search))
  const stale = rows !== undefined && (!online || list.isError)
  return (
    <>
      <PageHead
        title={t`Response cards`}
        end={
          mayAdd && (
            <Button leftSection={<Icon name="plus" />} disabled={!online} onClick={() => onAdd()}>
              {i18n._(responseCardView.add ?? responseCardView.titleOne)}
            </Button>
          )
        }
      >
        {stale && <StaleBadge at={list.dataUpdatedAt} />}
      </PageHead>
      <Text as="p" atMost="text" tone="ink-2">
        <Trans>
          A card says what to do about an alarm, in order, by whom and within which time. An alarm goes by the
          card that held when it came; a change is a further version for later alarms. Times are of the last
          90 days, counted from the alarm.
        </Trans>
      </Text>
      <FilterLine>
        <FilterChips
          view={responseCardView}
          search={address.search}
          onChange={changes => address.change(changes)}
        />
      </FilterLine>
      {shown?.length === 0 && (
        <Empty
          icon="list"
          title={t`No card of its own`}
          why={t`Alarms there go by the next wider card, at last by the one as shipped.`}
        />
      )}
      {shown ? (
        <Stack gap={3} cols="repeat(auto-fill, minmax(min(440px, 100%), 1fr))" align="start">
          {shown.map(({ type, card }) => (
            <CardPanel
              key={card ? card.id : type}
              type={type}
              card={card}
              opened={card !== undefined && card.id === address.search.open}
              timesOf={timesOf}
              onChangeShipped={mayAdd && online ? () => onAdd(type) : undefined}
            />
          ))}
        </Stack>
      ) : list.isError ? (
        <ErrorState what={i18n._(wordsForError(list.error))} onRetry={() => void list.refetch()} />
      ) : (
        <Loading variant="cards" count={6} />
      )}
    </>
  )
}

interface Shown {
  type: AlarmType
  /** Undefined: the shipped one. */
  card: CardRow | undefined
}

/** All cards are here, also without a network: they are sifted where they are shown. */
const isAsked =
  ({ type, departmentId, communityId }: ListSearch) =>
  (shown: Shown): boolean =>
    (type === undefined || String(type).split(',').includes(shown.type)) &&
    (departmentId === undefined || shown.card?.departmentId === departmentId) &&
    (communityId === undefined || shown.card?.communityId === communityId)

const placeOf = ({ departmentId, communityId }: CardRow) => departmentId ?? communityId ?? null

/** By type: the card for everywhere, which may be the shipped one, then those of places. */
function panelsOf(rows: readonly CardRow[]): Shown[] {
  return alarmTypes.flatMap(type => {
    const own = rows.filter(row => row.type === type)
    const everywhere = own.filter(row => placeOf(row) === null)
    const places = own.filter(row => placeOf(row) !== null)
    const shipped = everywhere.length === 0 && shippedCardOf(type) ? [{ type, card: undefined }] : []
    return [...shipped, ...[...everywhere, ...places].map(card => ({ type, card }))]
  })
}
