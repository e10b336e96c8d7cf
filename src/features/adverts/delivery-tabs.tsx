// The pages about delivery as tabs: what doors have, the campaigns behind it, what was shown.
import { useLingui } from '@lingui/react/macro'
import { useRights } from '../../resource/surroundings.ts'
import { PageTabs } from '../../ui/page-tabs.tsx'

export type DeliveryTab = 'doors' | 'campaigns' | 'figures'

const PATH = '/advertisingdistribution'

export function DeliveryTabs({ current }: { current: DeliveryTab }) {
  const { t } = useLingui()
  const may = useRights()
  const tabs = [
    { id: 'doors', right: 'advertDelivery.read', label: t`On the doors`, address: PATH, icon: 'door' },
    {
      id: 'campaigns',
      right: 'advertCampaign.read',
      label: t`Campaigns`,
      address: `${PATH}?tab=campaigns`,
      icon: 'list',
    },
    {
      id: 'figures',
      right: 'advertFigure.read',
      label: t`Proof of play`,
      address: `${PATH}?tab=figures`,
      icon: 'report',
    },
  ] as const
  return (
    <PageTabs
      label={t`Advertisement delivery`}
      current={current}
      tabs={tabs.filter(({ right }) => may(right))}
    />
  )
}
