// The own tenant: who it is, what it has, and the time zone its days are counted in.

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { ownTenant, setTenantZone } from '../../contract/endpoints/tenant.ts'
import { localTime } from '../../domain/report/zone-time.ts'
import { sendRequest } from '../../platform/http.ts'
import { serverNow } from '../../platform/server-clock.ts'
import { renewZone } from '../../platform/session-store.ts'
import { showToast } from '../../platform/toast.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { showFailure } from '../../resource/run-command.ts'
import { scenarioWords } from '../../resource/scenario-words.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import { ZoneField } from '../../resource/week-fields.tsx'
import { ownZone } from '../../ui/calendar.ts'
import { Facts } from '../../ui/facts.tsx'
import { look } from '../../ui/kit/look.ts'
import { Card, Stack, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { ErrorState, Loading, StaleBadge } from '../../ui/states.tsx'
import { clockOf } from '../../ui/week.ts'
import css from './admin.module.css'

type Tenant = z.output<typeof ownTenant.response>
const KEY = ['tenant', 'own'] as const

export function TenantInfoPage() {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => sendRequest(ownTenant, {}, { signal }),
  })
  return (
    <PageFrame scrolls>
      <PageHead title={t({ context: 'page', message: 'Tenant information' })}>
        {!online && data && <StaleBadge at={dataUpdatedAt} />}
      </PageHead>
      {!data && error && <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />}
      {!data && !error && <Loading variant="detail" count={4} />}
      {data && (
        <Stack align="start" gap={3} cols="repeat(auto-fit, minmax(min(100%, 360px), 1fr))" maw={1080}>
          <Card as="section" stack gap={3} aria-labelledby="tenant-facts">
            <Text as="h2" size="lead" strong id="tenant-facts">
              {data.name}
            </Text>
            <Facts
              facts={[
                { id: 'scenario', label: t`Scenario`, value: i18n._(scenarioWords[data.scenario]) },
                { id: 'phone', label: t`Phone`, value: data.phone && <bdi dir="ltr">{data.phone}</bdi> },
                { id: 'address', label: t`Address`, value: data.address },
                { id: 'users', label: t`Users`, value: i18n.number(data.userCount) },
                { id: 'devices', label: t`Devices`, value: i18n.number(data.deviceCount) },
                { id: 'messages', label: t`Messages today`, value: i18n.number(data.messagesToday) },
                {
                  id: 'quota',
                  label: t`Messages a minute`,
                  value: data.messagesPerMinute !== null && t`at most ${i18n.number(data.messagesPerMinute)}`,
                },
                { id: 'slowed', label: t`Slowed today`, value: i18n.number(data.slowedToday) },
                { id: 'refused', label: t`Refused today`, value: i18n.number(data.refusedToday) },
              ]}
            />
          </Card>
          {/* The key makes the panel begin anew when the zone was changed elsewhere. */}
          <ZonePanel key={data.zone} tenant={data} />
        </Stack>
      )}
    </PageFrame>
  )
}

function ZonePanel({ tenant }: { tenant: Tenant }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const client = useQueryClient()
  const [zone, setZone] = useState(tenant.zone)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await sendRequest(setTenantZone, { zone })
      renewZone(zone)
      showToast({ kind: 'ok', message: msg`Saved` })
      await client.invalidateQueries({ queryKey: KEY })
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card as="section" stack gap={3} aria-labelledby="tenant-zone">
      <Text as="h2" size="lead" strong id="tenant-zone">
        <Trans>Time zone</Trans>
      </Text>
      {may('tenant.zone') ? (
        <form
          className={look({ row: true, wrap: true, align: 'end', gap: 2 }, css.zone)}
          onSubmit={event => {
            event.preventDefault()
            void save()
          }}
        >
          <ZoneField
            control={{
              label: t`Time zone`,
              value: zone,
              onChange: next => setZone(String(next)),
              error: undefined,
              disabled: !online || busy,
              values: {},
              rows: [],
            }}
          />
          <Button type="submit" loading={busy} disabled={!online || zone === tenant.zone}>
            <Trans>Save</Trans>
          </Button>
        </form>
      ) : (
        <p>
          <bdi dir="ltr">{tenant.zone}</bdi>
        </p>
      )}
      <p>
        <Trans>
          It is <Clock zone={zone} /> there now.
        </Trans>
      </p>
      <Stack as="ul" gap={2} tone="ink-2" padStart={4}>
        <li>
          <Trans>
            Packages of SIM cards begin and end with the days of this zone. What is running keeps its expiry.
          </Trans>
        </li>
        <li>
          <Trans>
            Today, the last 7 days and all other days that are chosen or counted are days of this zone.
          </Trans>
        </li>
        <li>
          <Trans>
            New reports, alarm rules and geofences start with this zone; each can name another one for its
            days and hours.
          </Trans>
        </li>
        <li>
          <Trans>
            All other times are shown in the zone of the device that you look at them with, here{' '}
            <bdi dir="ltr">{ownZone()}</bdi>.
          </Trans>
        </li>
      </Stack>
    </Card>
  )
}

/** What the clocks of a zone show. */
function Clock({ zone }: { zone: string }) {
  return <bdi dir="ltr">{clockOf(localTime(zone, serverNow()).minute)}</bdi>
}
