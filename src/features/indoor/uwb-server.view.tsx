// Words and looks of positioning servers, with their base stations.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '../../domain/entity.ts'
import { baseStation, uwbServer } from '../../domain/indoor/indoor.ts'
import { stateWords } from '../../resource/device-state-words.ts'
import { pageOptions } from '../../resource/query.ts'
import { viewOf } from '../../resource/view.ts'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { List, Row, Text } from '../../ui/kit/parts.tsx'
import { PeekSection } from '../../ui/peek-panel.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Loading } from '../../ui/states.tsx'
import css from './indoor.module.css'
import { stationStatusWords } from './indoor-words.ts'

type Server = RowOf<typeof uwbServer>
const SHOWN = 50

export const uwbServerView = viewOf(uwbServer, {
  title: msg({ context: 'page', message: 'UWB servers' }),
  titleOne: msg`Positioning server`,
  icon: 'signal',
  add: msg`Add positioning server`,
  removeQuestion: msg`Delete the positioning server? Positions it reports for others are no longer accepted.`,
  empty: {
    title: msg`No positioning servers yet`,
    why: msg`A positioning server tells where tags are. Choose the device that it connects as.`,
    icon: 'signal',
  },
  columns: [
    { of: 'name', label: msg`Name`, type: 'name', icon: () => 'signal', width: 180, required: true },
    { of: 'state', label: msg`State`, width: 120 },
    { of: 'deviceName', label: msg`Connects as`, width: 180 },
    { of: 'address', label: msg`Address`, width: 180 },
    { of: 'stationCount', label: msg`Base stations`, type: 'number', width: 116, align: 'end' },
    { of: 'lastMessageAt', label: msg`Last message`, type: 'age', width: 130, align: 'end' },
    { of: 'description', label: msg`Description`, width: 200, quiet: true },
  ],
  card: {
    icon: () => 'signal',
    title: 'name',
    state: 'state',
    detail: ['deviceName', 'address'],
    age: 'lastMessageAt',
  },
  words: { state: stateWords },
  filters: { name: msg`Name`, address: msg`Address` },
  form: [
    { of: 'name', label: msg`Name` },
    { of: 'address', label: msg`Address`, hint: msg`Where it stands or is reached` },
    {
      of: 'deviceId',
      label: msg`Device`,
      hint: msg`It connects with the IMEI and the secret of this device`,
    },
    { of: 'description', label: msg`Description`, kind: 'textarea' },
  ],
  slots: { peek: ({ row }) => <ServerPeek row={row} /> },
})

function ServerPeek({ row }: { row: Server }) {
  const { i18n, t } = useLingui()
  const stations = useQuery(
    pageOptions(baseStation, { page: 1, size: SHOWN, sort: 'name', serverId: row.id }),
  )
  return (
    <>
      <PeekSection>
        <Facts
          facts={[
            { id: 'device', label: t`Connects as`, value: row.deviceName },
            { id: 'address', label: t`Address`, value: row.address },
            {
              id: 'last',
              label: t`Last message`,
              value: row.lastMessageAt === null ? null : <Age at={row.lastMessageAt} />,
            },
            { id: 'description', label: t`Description`, value: row.description },
          ]}
        />
      </PeekSection>
      <PeekSection
        title={<Trans>Base stations</Trans>}
        aside={
          <a href={`#/baseList?serverId=${row.id}`}>
            <Trans>Show all</Trans>
          </a>
        }
      >
        {!stations.data && <Loading variant="list" count={3} />}
        {stations.data?.list.length === 0 && (
          <Text as="p" tone="ink-2">
            <Trans>No base station names this server yet.</Trans>
          </Text>
        )}
        <List column gap={2}>
          {stations.data?.list.map(station => (
            <Row as="li" key={station.id} gap={2} atLeast="target" className={css.zone}>
              <bdi>{station.name}</bdi>
              <Row as="span" align="stretch" gap={2} hidden size="caption" tone="ink-2" nowrap>
                <bdi>{station.drawingName}</bdi>
              </Row>
              <StateMark
                shape={stationStatusWords[station.status].shape}
                label={i18n._(stationStatusWords[station.status].label)}
              />
            </Row>
          ))}
        </List>
      </PeekSection>
    </>
  )
}
