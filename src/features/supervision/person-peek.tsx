// A monitored person beside the list: what is wrong first, then device and term.
import { Trans, useLingui } from '@lingui/react/macro'
import { Age } from '../../ui/age.tsx'
import { Battery } from '../../ui/battery.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { IncidentList } from './incident-list.tsx'
import type { Person } from './person.ts'
import { StrapBadge } from './strap-badge.tsx'

export function PersonPeek({ person }: { person: Person }) {
  const { t } = useLingui()
  return (
    <>
      <PeekSection title={<Trans>Open incidents</Trans>}>
        <IncidentList personId={person.id} open />
      </PeekSection>
      <PeekSection title={<Trans>Device</Trans>}>
        <Facts
          facts={[
            { id: 'device', label: t`Device`, value: person.deviceName },
            { id: 'strap', label: t`Strap`, value: <StrapBadge person={person} /> },
            {
              id: 'battery',
              label: t`Battery`,
              value: person.battery !== null && <Battery percent={person.battery} />,
            },
            {
              id: 'seen',
              label: t`Last seen`,
              value: person.lastMessageAt !== null && <Age at={person.lastMessageAt} />,
            },
          ]}
        />
      </PeekSection>
      <PeekSection title={<Trans>Term</Trans>}>
        <Facts
          facts={[
            { id: 'from', label: t`From`, value: person.startOn },
            { id: 'until', label: t`Until`, value: person.endOn },
            {
              id: 'authorised',
              label: t`Authorised until`,
              value: person.authorisedUntil ?? t`Not authorised`,
            },
            { id: 'supervisor', label: t`Supervisor`, value: person.supervisorName },
          ]}
        />
      </PeekSection>
    </>
  )
}
