// The panel of a campaign: when and where it plays, and which doors have confirmed it.
import { Trans, useLingui } from '@lingui/react/macro'
import type { advertCampaign as entity } from '../../domain/advert/campaign.ts'
import type { RowOf } from '../../domain/entity.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import { useRights } from '../../resource/surroundings.ts'
import { Facts } from '../../ui/facts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { clockOf, dayName } from '../../ui/week.ts'
import { deliveryView } from './delivery.view.tsx'

export function CampaignPeek({ campaign }: { campaign: RowOf<typeof entity> }) {
  const { t } = useLingui()
  const locale = useIntlLocale()
  const may = useRights()
  const number = numberFormat(locale)
  const { fromOn, untilOn, fromMinute, untilMinute, weekdays } = campaign
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'advert', label: t`Advertisement`, value: campaign.advertisementName },
            { id: 'client', label: t`Client`, value: campaign.client },
            { id: 'period', label: t`Period`, value: <bdi dir="ltr">{`${fromOn} – ${untilOn}`}</bdi> },
            {
              id: 'days',
              label: t`Days`,
              value:
                weekdays.length === 7 ? t`Every day` : weekdays.map(day => dayName(day, locale)).join(', '),
            },
            {
              id: 'hours',
              label: t`Hours`,
              value: <bdi dir="ltr">{`${clockOf(fromMinute)} – ${clockOf(untilMinute)}`}</bdi>,
            },
            { id: 'weight', label: t`Weight`, value: number.format(campaign.weight) },
            {
              id: 'confirmed',
              label: t`Confirmed by doors`,
              value: t`${campaign.doorsConfirmed} of ${campaign.doors}`,
            },
            {
              id: 'communities',
              label: t({ context: 'campaign', message: 'Communities' }),
              value: campaign.communityNames.join(', '),
            },
            { id: 'departments', label: t`Departments`, value: campaign.departmentNames.join(', ') },
            { id: 'note', label: t`Note`, value: campaign.note },
          ]}
        />
      </PeekSection>
      {may('advertDelivery.read') && (
        <PeekSection title={<Trans>Doors</Trans>}>
          <RelatedList
            view={deliveryView}
            query={{ advertisementId: campaign.advertisementId }}
            none={<Trans>No door is to play it at present.</Trans>}
          />
        </PeekSection>
      )}
    </>
  )
}
