// The devices of a group in its panel, and the way to all of them.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { deviceGroup } from '../../domain/device/catalogue.ts'
import { device } from '../../domain/device/device.ts'
import type { RowOf } from '../../domain/entity.ts'
import { pageOptions } from '../../resource/query.ts'
import { Facts } from '../../ui/facts.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Loading } from '../../ui/states.tsx'
import { kindIcon, stateWords } from './device-words.ts'

/** Devices shown in the panel; the list shows them all. */
const SHOWN = 20

export function GroupDevices({ group }: { group: RowOf<typeof deviceGroup> }) {
  const { i18n, t } = useLingui()
  const number = numberFormat(useIntlLocale())
  const { data } = useQuery(pageOptions(device, { page: 1, size: SHOWN, sort: 'name', groupId: group.id }))
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'devices', label: t`Devices`, value: number.format(group.deviceCount) },
            { id: 'online', label: t`Online`, value: number.format(group.onlineCount) },
            { id: 'note', label: t`Note`, value: group.note },
          ]}
        />
      </PeekSection>
      <PeekSection
        title={<Trans>Devices</Trans>}
        aside={
          <a className={look({ size: 'small', tone: 'accent' })} href={`#/DeviceList?groupId=${group.id}`}>
            <Trans>Show all</Trans>
          </a>
        }
      >
        {!data && <Loading variant="list" count={4} />}
        {data?.list.length === 0 && (
          <Text as="p" size="caption" tone="ink-3">
            <Trans>No device is in this group. Choose devices in their list and add them.</Trans>
          </Text>
        )}
        <List>
          {data?.list.map(row => (
            <li key={row.id}>
              <a
                className={look({ row: true, gap: 2, atLeast: 'target', tone: 'ink', undecorated: true })}
                href={`#/DeviceDtail?imei=${row.imei}`}
              >
                <Icon name={kindIcon(row.kind)} />
                <Text as="bdi" grow shrink clip>
                  {row.name}
                </Text>
                <StateMark shape={stateWords[row.state].shape} label={i18n._(stateWords[row.state].label)} />
              </a>
            </li>
          ))}
        </List>
      </PeekSection>
    </>
  )
}
