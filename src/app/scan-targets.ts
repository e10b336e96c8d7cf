// What can be done with a thing whose label was scanned, by its entity: rooms offer, the page of scans shows.
import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { device } from '../domain/device/device.ts'
import { type EntityKey, entityNamed } from '../domain/entities.ts'
import { permissionFor } from '../domain/entity.ts'
import { isKey } from '../domain/keys.ts'
import type { Labelled } from '../resource/scan/find-label.ts'
import type { ScanTarget } from '../resource/scan/scan-page.tsx'
import { entityRegistry } from './entity-registry.ts'

interface Offer extends Omit<ScanTarget, 'label' | 'to'> {
  label: MessageDescriptor
  to: (id: number) => string
}

/** The usual one first. An entity that is not named here opens in its list. */
const offers: Partial<Record<EntityKey, readonly Offer[]>> = {
  device: [
    {
      label: msg`Open`,
      icon: 'helmet',
      permission: permissionFor(device, 'read'),
      to: id => `/DeviceDtail?id=${id}`,
    },
  ],
}

/** What a thing is called, and what can be done with it. */
export function scanned({ entity: key, id }: Labelled, i18n: I18n): { kind: string; targets: ScanTarget[] } {
  const entity = entityNamed(key)
  const kind = isKey(entityRegistry, key) ? i18n._(entityRegistry[key].name) : ''
  const named = isKey(entityRegistry, key) ? offers[key] : undefined
  const { page } = entity
  const inList: readonly Offer[] = page
    ? [
        {
          label: msg`Open`,
          icon: 'forward',
          permission: permissionFor(entity, 'read'),
          to: row => `${page.path}?open=${row}`,
        },
      ]
    : []
  return {
    kind,
    targets: (named ?? inList).map(({ label, to, ...offer }) => ({
      ...offer,
      label: i18n._(label),
      to: to(id),
    })),
  }
}
