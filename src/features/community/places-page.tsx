// Door cards and devices whose place was typed: those that name a room are tied to it, the others are listed.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { matchPlaces } from '../../contract/endpoints/community.ts'
import { sendRequest } from '../../platform/http.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, Muted, Row, Stack, Table, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, Forbidden } from '../../ui/states.tsx'
import { RoomTabs } from './room-tabs.tsx'

type Matched = z.output<typeof matchPlaces.response>

export function PlacesPage() {
  const { t } = useLingui()
  const may = useRights()
  const online = useOnline()
  const client = useQueryClient()
  const [matched, setMatched] = useState<Matched>()
  const [busy, setBusy] = useState(false)
  if (!may('room.save')) return <Forbidden />
  const match = async () => {
    setBusy(true)
    try {
      setMatched(await sendRequest(matchPlaces, {}))
      await invalidateEntity(client, { key: 'room', shownIn: ['doorCard', 'device'] })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <PageFrame scrolls>
      <PageHead
        title={t({ context: 'page', message: 'Rooms' })}
        end={
          <Button
            leftSection={<Icon name="search" />}
            disabled={!online || busy}
            onClick={() => void match()}
          >
            <Trans>Find their rooms</Trans>
          </Button>
        }
      />
      <RoomTabs current="places" />
      {!matched ? (
        <Empty
          title={t`Cards and devices know their place as a text`}
          why={t`Where building, unit and number name one room, they are tied to it. What matches none is listed here.`}
          icon="search"
        />
      ) : (
        <Stack gap={3}>
          <Row gap={3} wrap>
            <Text strong>
              <Plural
                value={matched.cards}
                one="# card tied to its room"
                other="# cards tied to their rooms"
              />
            </Text>
            <Text strong>
              <Plural
                value={matched.devices}
                one="# device tied to its room"
                other="# devices tied to their rooms"
              />
            </Text>
          </Row>
          {matched.left.length === 0 ? (
            <Muted>
              <Trans>Everything that has a place has its room.</Trans>
            </Muted>
          ) : (
            <Card>
              <Table>
                <thead>
                  <tr>
                    <th>{t`What`}</th>
                    <th>{t`Name`}</th>
                    <th>{t`Building`}</th>
                    <th>{t({ context: 'community', message: 'Unit' })}</th>
                    <th>{t`Number`}</th>
                  </tr>
                </thead>
                <tbody>
                  {matched.left.map(each => (
                    <tr key={`${each.what} ${each.id}`}>
                      <td>{each.what === 'card' ? t`Door card` : t`Device`}</td>
                      <td>
                        <bdi>{each.name}</bdi>
                      </td>
                      <td>{each.building}</td>
                      <td>{each.unit}</td>
                      <td>{each.roomNo}</td>
                    </tr>
                  ))}
                </tbody>
              </Table>
            </Card>
          )}
        </Stack>
      )}
    </PageFrame>
  )
}
