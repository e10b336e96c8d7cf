// Where an alarm leads: the person's phone, the map, the device, a test window.
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { Icon } from '../../ui/icons.tsx'
import type { AlarmRow } from './alarm-row.ts'

/** Leads inside the console without a reload; the address stays one that can be copied. */
export function useGo(): (path: string) => { href: string; onClick: (event: MouseEvent) => void } {
  const router = useRouter()
  return path => ({
    href: `#${path}`,
    onClick: event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      router.history.push(path)
    },
  })
}

export const mapPath = (row: Pick<AlarmRow, 'imei'>): string =>
  `/location?imei=${encodeURIComponent(row.imei)}`

export const devicePath = (row: Pick<AlarmRow, 'imei'>): string =>
  `/DeviceDtail?imei=${encodeURIComponent(row.imei)}`

export const fencePath = (id: number): string => `/fenceInfo?id=${id}`

export function AlarmLinks({ row }: { row: AlarmRow }) {
  const go = useGo()
  return (
    <>
      {row.userPhone && (
        <Button
          variant="default"
          component="a"
          href={`tel:${row.userPhone}`}
          leftSection={<Icon name="phone" />}
        >
          <Trans>Call</Trans>
        </Button>
      )}
      <Button variant="default" component="a" {...go(mapPath(row))} leftSection={<Icon name="pin" />}>
        <Trans>On the map</Trans>
      </Button>
    </>
  )
}
