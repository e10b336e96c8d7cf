// The panel of one fence beside the list: what it does, who is inside, what happened last.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RelatedList } from '../../resource/related-list.tsx'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Muted, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { Loading } from '../../ui/states.tsx'
import { fenceEventView } from './fence-event.view.tsx'
import { useFenceFacts } from './fence-facts.ts'
import { watchedOptions } from './fence-query.ts'
import { eventsPath, infoPath } from './fence-search.ts'
import { type Fence, FenceSentence } from './fence-sentence.tsx'

/** Devices named in the panel. */
const SHOWN = 8

export function FencePeek({ fence }: { fence: Fence }) {
  const { t } = useLingui()
  const facts = useFenceFacts(fence)
  const { data } = useQuery(watchedOptions(fence.id))
  const inside = data?.filter(device => device.inside === true) ?? []
  return (
    <>
      <PeekSection>
        <FenceSentence fence={fence} />
      </PeekSection>
      <PeekSection>
        <Facts facts={facts} />
      </PeekSection>
      <PeekSection
        title={<Trans>Inside now</Trans>}
        aside={
          <a
            className={look({ inline: true, touchable: true, tone: 'accent' })}
            href={`#${infoPath(fence.id)}`}
          >
            <Trans>All devices</Trans>
          </a>
        }
      >
        {!data && <Loading variant="list" count={3} />}
        {data && inside.length === 0 && <Text as="p" tone="ink-2">{t`Nobody is inside.`}</Text>}
        <List stack>
          {inside.slice(0, SHOWN).map(device => (
            <li key={device.id}>
              <a
                className={look({
                  row: true,
                  justify: 'between',
                  gap: 3,
                  atLeast: 'row',
                  tone: 'same',
                  undecorated: true,
                  lights: true,
                })}
                href={`#/DeviceDtail?imei=${device.imei}`}
              >
                <bdi>{device.wearerName ?? device.name}</bdi>
                {device.since !== null && (
                  <Muted rigid>
                    <Age at={device.since} />
                  </Muted>
                )}
              </a>
            </li>
          ))}
        </List>
      </PeekSection>
      <PeekSection title={<Trans>Entries and exits</Trans>}>
        <RelatedList
          view={fenceEventView}
          query={{ fenceId: fence.id }}
          none={<Trans>Nothing has happened at this geofence yet.</Trans>}
          all={eventsPath(fence.id)}
        />
      </PeekSection>
    </>
  )
}
