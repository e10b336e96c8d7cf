// The panel of a SIM card: where it differs from what is wanted, what it uses, in which device it is, what happened.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { differenceOf, silenceOf } from '../../../domain/billing/sim-card-standing.ts'
import { showToast } from '../../../platform/toast.ts'
import { WordMark } from '../../../resource/cells.tsx'
import { RelatedList } from '../../../resource/related-list.tsx'
import { useRelatedView } from '../../../resource/related-views.tsx'
import { useOnline, useRights } from '../../../resource/surroundings.ts'
import { Age } from '../../../ui/age.tsx'
import { dayText } from '../../../ui/calendar.ts'
import { Facts } from '../../../ui/facts.tsx'
import { FieldCopy } from '../../../ui/field-copy.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Row, Stack } from '../../../ui/kit/parts.tsx'
import { formatDay, formatMoment } from '../../../ui/locale.ts'
import { PeekSection } from '../../../ui/peek-panel.tsx'
import { SeverityBadge } from '../../../ui/severity-badge.tsx'
import { inAddress } from '../address.ts'
import { historyView } from './binding-history.view.tsx'
import { DifferenceNote, type SimCard } from './difference.tsx'
import { carrierWords, silenceWords, simWords } from './sim-card-words.ts'
import { simOrderView } from './sim-order.view.tsx'
import { UsageBar } from './usage-bar.tsx'

export function SimCardBadges({ card }: { card: SimCard }) {
  const { i18n, t } = useLingui()
  const word = simWords[card.state]
  return (
    <>
      <WordMark word={word} label={i18n._(word.label)} />
      {card.silent && (
        <SeverityBadge tone="warning">{t({ context: 'card', message: 'Silent' })}</SeverityBadge>
      )}
    </>
  )
}

/** The next steps that are pages of their own: buy, bind. */
export function SimCardActions({ card }: { card: SimCard }) {
  const may = useRights()
  const online = useOnline()
  if (card.state === 'disassembled') return null
  const link = (href: string, icon: 'box' | 'link', words: ReactNode) => (
    <Button
      component="a"
      href={`#${href}`}
      variant="default"
      disabled={!online}
      leftSection={<Icon name={icon} />}
    >
      {words}
    </Button>
  )
  return (
    <>
      {may('bill.pay') &&
        link(`/packageList?iccid=${inAddress(card.iccid)}`, 'box', <Trans>Buy a package</Trans>)}
      {card.deviceId === null &&
        may('simBinding.save') &&
        link(`/DeviceSim?form=new&iccid=${inAddress(card.iccid)}`, 'link', <Trans>Bind to a device</Trans>)}
    </>
  )
}

const day = (at: number | null) => at !== null && <bdi dir="ltr">{formatDay(at)}</bdi>
const moment = (at: number | null) => at !== null && <bdi dir="ltr">{formatMoment(at)}</bdi>

export function SimCardPeek({ card }: { card: SimCard }) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const billView = useRelatedView('bill')
  return (
    <>
      <Notes card={card} />
      <PeekSection
        title={<Trans>Usage</Trans>}
        aside={
          may('bill.pay') &&
          card.state !== 'disassembled' && (
            <a className={look({ tone: 'accent' })} href={`#/topup?iccid=${inAddress(card.iccid)}`}>
              <Trans>Top up</Trans>
            </a>
          )
        }
      >
        <UsageBar used={card.usedMegabytes} quota={card.quotaMegabytes} />
        <Facts
          facts={[
            { id: 'package', label: t`Package`, value: card.packageName ?? t`None in force` },
            // The end is the first moment without it.
            {
              id: 'ends',
              label: t`Valid to`,
              value: day(card.packageEndsAt === null ? null : card.packageEndsAt - 1),
            },
            { id: 'next', label: t`Next package`, value: card.nextPackageName },
            { id: 'used', label: t`Last used`, value: <Age at={card.lastUsedAt ?? undefined} /> },
          ]}
        />
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            {
              id: 'iccid',
              label: t`ICCID`,
              value: (
                <FieldCopy
                  label={t`ICCID`}
                  value={card.iccid}
                  onProblem={text => showToast({ kind: 'tip', message: { id: text, message: text } })}
                />
              ),
            },
            { id: 'device', label: t`Device`, value: card.imei && <DeviceLink card={card} /> },
            { id: 'number', label: t`Access number`, value: card.accessNumber },
            { id: 'imsi', label: t`IMSI`, value: card.imsi },
            { id: 'carrier', label: t`Carrier`, value: i18n._(carrierWords[card.carrier]) },
            { id: 'supply', label: t`Supply code`, value: card.supplyCode },
            {
              id: 'opened',
              label: t`Account opened`,
              value: card.openedAt && <bdi dir="ltr">{dayText(card.openedAt)}</bdi>,
            },
            { id: 'activated', label: t`Activated`, value: moment(card.activatedAt) },
            {
              id: 'checked',
              label: t`Last checked with the carrier`,
              value: <Age at={card.checkedAt ?? undefined} />,
            },
            { id: 'note', label: t`Note`, value: card.note },
            { id: 'tenant', label: t`Tenant`, value: card.tenantName },
          ]}
        />
      </PeekSection>
      {may('simBinding.read') && (
        <PeekSection title={<Trans>Devices it was in</Trans>}>
          <RelatedList
            view={historyView.ofCard}
            query={{ iccid: card.iccid }}
            none={t`It was in no device yet.`}
            all={`/DeviceSim?iccid=${inAddress(card.iccid)}`}
          />
        </PeekSection>
      )}
      <PeekSection title={<Trans>Orders to the carrier</Trans>}>
        <RelatedList view={simOrderView} query={{ cardId: card.id }} none={t`Nothing was ordered yet.`} />
      </PeekSection>
      {billView && may('bill.read') && (
        <PeekSection title={<Trans>Bills</Trans>}>
          <RelatedList
            view={billView}
            query={{ subject: card.iccid }}
            none={t`Nothing was bought for it yet.`}
            all={`/bilList?subject=${inAddress(card.iccid)}`}
          />
        </PeekSection>
      )}
    </>
  )
}

function Notes({ card }: { card: SimCard }) {
  const { i18n } = useLingui()
  const difference = differenceOf(card)
  const wrong = card.toldIccid !== null && card.toldIccid !== card.iccid
  if (!difference && !card.silent && !wrong) return null
  const reported = card.toldIccid
  return (
    <PeekSection>
      <Stack gap={2}>
        {difference && (
          <Row
            as="p"
            align="start"
            gap={2}
            padX={3}
            padY={2}
            ground={card.orderState === 'waiting' ? 'info-soft' : 'warning-soft'}
            round="control"
            tone="ink"
          >
            <Icon name={card.orderState === 'waiting' ? 'clock' : 'alert'} size={18} />
            <DifferenceNote card={card} />
          </Row>
        )}
        {card.silent && (
          <Row
            as="p"
            align="start"
            gap={2}
            padX={3}
            padY={2}
            ground="warning-soft"
            round="control"
            tone="ink"
          >
            <Icon name="wifi-off" size={18} />
            <span>{i18n._(silenceWords[silenceOf(card)])}</span>
          </Row>
        )}
        {wrong && (
          <Row
            as="p"
            align="start"
            gap={2}
            padX={3}
            padY={2}
            ground="warning-soft"
            round="control"
            tone="ink"
          >
            <Icon name="alert" size={18} />
            <span>
              <Trans>
                The device reports that card <bdi dir="ltr">{reported}</bdi> is in it.
              </Trans>{' '}
              <a className={look({ tone: 'accent' })} href="#/DeviceSim">
                <Trans>View the bindings</Trans>
              </a>
            </span>
          </Row>
        )}
      </Stack>
    </PeekSection>
  )
}

function DeviceLink({ card }: { card: SimCard }) {
  const may = useRights()
  if (!may('device.read') || card.imei === null) return <bdi>{card.deviceName}</bdi>
  return (
    <a className={look({ tone: 'accent' })} href={`#/ProDeviceList?imei=${inAddress(card.imei)}`}>
      <bdi>{card.deviceName ?? card.imei}</bdi>
    </a>
  )
}
