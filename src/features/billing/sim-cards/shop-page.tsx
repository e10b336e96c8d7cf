// Buying a package: which SIM card, what it has, and what is on offer for it.
import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createBills } from '../../../contract/endpoints/pay.ts'
import { simCard } from '../../../domain/billing/sim-card.ts'
import { packageType, simPackage } from '../../../domain/billing/sim-package.ts'
import { sendRequest } from '../../../platform/http.ts'
import { useSetSearch } from '../../../resource/address.ts'
import { wordsForError } from '../../../resource/error-words.ts'
import { pageOptions } from '../../../resource/query.ts'
import { showFailure } from '../../../resource/run-command.ts'
import { useRights } from '../../../resource/surroundings.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { Card, List, Muted, Row, Stack } from '../../../ui/kit/parts.tsx'
import { formatDay } from '../../../ui/locale.ts'
import { PageFrame, PageHead } from '../../../ui/page-frame.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { Empty, ErrorState, Forbidden, Loading } from '../../../ui/states.tsx'
import { payAddress } from '../pay/pay-search.ts'
import type { SimCard } from './difference.tsx'
import type { SimPackage } from './package-peek.tsx'
import { PackageTile } from './package-tile.tsx'
import { RowPicker } from './row-picker.tsx'
import { readShopSearch, type ShopSearch } from './shop-search.ts'
import { packageTypeWords } from './sim-card-words.ts'
import css from './sim-cards.module.css'
import { StateCell } from './state-cell.tsx'
import { UsageBar } from './usage-bar.tsx'

const MOST_OFFERS = 200

export function ShopPage({ search: raw }: { search: Readonly<Record<string, unknown>> }) {
  const { t } = useLingui()
  const may = useRights()
  const search = readShopSearch(raw)
  const set = useSetSearch<ShopSearch>()
  if (!may('simPackage.read') || !may('simCard.read')) return <Forbidden />
  return (
    <PageFrame scrolls>
      <PageHead title={t`Buy a package`} />
      <Shop search={search} onGo={next => set(next, { replace: true })} />
    </PageFrame>
  )
}

function Shop({ search, onGo }: { search: ShopSearch; onGo: (next: ShopSearch) => void }) {
  const { i18n, t } = useLingui()
  const named = search.iccid ?? search.imei
  const cards = useQuery({
    ...pageOptions(simCard, {
      page: 1,
      size: 2,
      ...(search.iccid ? { iccid: search.iccid } : { imei: search.imei }),
    }),
    placeholderData: keepPreviousData,
    enabled: named !== undefined,
  })
  const card = cards.data?.list.find(row => row.iccid === search.iccid || row.imei === search.imei)
  const missing = named !== undefined && cards.isSuccess && !cards.isPlaceholderData && !card
  return (
    <Stack gap={4} padBelow={6}>
      <Card
        as="section"
        stack
        align="start"
        gap={4}
        columnGap={6}
        cols="minmax(240px, 420px) minmax(0, 1fr)"
        oneOnTablet
        aria-label={t`Card`}
      >
        <RowPicker
          control={{
            label: t`Card`,
            value: search.iccid ?? card?.iccid,
            onChange: iccid => onGo({ iccid: typeof iccid === 'string' ? iccid : undefined }),
            error: missing
              ? t`No bound card number`
              : cards.isError
                ? i18n._(wordsForError(cards.error))
                : undefined,
            disabled: false,
            values: {},
            rows: [],
          }}
          entity={simCard}
          of="iccid"
          name={row => <bdi>{String(row.deviceName ?? '')}</bdi>}
          hint={t`By ICCID, access number, or the device it is in.`}
        />
        {card ? (
          <Standing card={card} />
        ) : (
          <Muted as="p" className={css.quiet}>
            <Trans>Choose the card first: what fits it depends on its carrier and on what it has.</Trans>
          </Muted>
        )}
      </Card>
      <Offers card={card} />
    </Stack>
  )
}

function Standing({ card }: { card: SimCard }) {
  const { t } = useLingui()
  return (
    <Stack gap={2} atMost="small">
      <StateCell card={card} />
      <UsageBar used={card.usedMegabytes} quota={card.quotaMegabytes} />
      <Facts
        facts={[
          { id: 'device', label: t`Device`, value: card.deviceName },
          { id: 'package', label: t`Package`, value: card.packageName ?? t`None in force` },
          {
            id: 'ends',
            label: t`Valid to`,
            value: card.packageEndsAt !== null && <bdi dir="ltr">{formatDay(card.packageEndsAt - 1)}</bdi>,
          },
          { id: 'next', label: t`Next package`, value: card.nextPackageName },
        ]}
      />
    </Stack>
  )
}

const ALL = 'all'

function Offers({ card }: { card: SimCard | undefined }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const router = useRouter()
  const [type, setType] = useState<SimPackage['type'] | typeof ALL>(ALL)
  const offers = useQuery(
    pageOptions(simPackage, { page: 1, size: MOST_OFFERS, sort: 'sort', status: ['enabled'] }),
  )
  const buy = useMutation({
    mutationFn: ({ offer, iccid }: { offer: SimPackage; iccid: string }) =>
      sendRequest(createBills, {
        kind: offer.type === 'topUp' ? 'cardTopUp' : 'package',
        items: [{ subject: iccid, packageId: offer.id }],
      }),
    onSuccess: ({ billIds }) => router.history.push(payAddress({ bills: billIds })),
    onError: showFailure,
  })
  if (offers.isError && !offers.data)
    return <ErrorState what={i18n._(wordsForError(offers.error))} onRetry={() => void offers.refetch()} />
  if (!offers.data) return <Loading variant="cards" />
  const fitting = offers.data.list.filter(
    ({ carrier }) => !card || carrier === null || carrier === undefined || carrier === card.carrier,
  )
  const shown = fitting.filter(offer => type === ALL || offer.type === type)
  const types = packageType.options.filter(each => fitting.some(offer => offer.type === each))
  if (fitting.length === 0)
    return (
      <Empty
        icon="box"
        title={t`Nothing is on offer for this card`}
        why={t`The platform offers no package for cards of this carrier at the moment.`}
      />
    )
  return (
    <>
      <Row wrap align="stretch" gap={2} below={2}>
        <SegmentedFilter
          label={t`Type`}
          segments={[
            { value: ALL, label: t`All`, count: fitting.length },
            ...types.map(value => ({
              value,
              label: i18n._(packageTypeWords[value].label),
              count: fitting.filter(offer => offer.type === value).length,
            })),
          ]}
          value={type}
          onChange={setType}
        />
      </Row>
      {!may('bill.pay') && (
        <Row as="p" align="start" gap={2} padX={3} padY={2} ground="info-soft" round="control" tone="ink">
          <Icon name="lock" size={18} />
          <Trans>Your role can view offers. Somebody who may pay has to buy.</Trans>
        </Row>
      )}
      <List stack gap={4} cols="repeat(auto-fill, minmax(240px, 1fr))" oneOnTablet>
        {shown.map(offer => (
          <PackageTile
            key={offer.id}
            offer={offer}
            card={card}
            busy={buy.isPending && buy.variables.offer.id === offer.id}
            {...(buy.isError &&
              buy.variables.offer.id === offer.id &&
              buy.variables.iccid === card?.iccid && { problem: i18n._(wordsForError(buy.error)) })}
            {...(may('bill.pay') && { onBuy: (iccid: string) => buy.mutate({ offer, iccid }) })}
          />
        ))}
      </List>
    </>
  )
}
