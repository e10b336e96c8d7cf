// Records that the search finds beside pages: devices first, then what else somebody looks up by a name or a number.
import { useLingui } from '@lingui/react'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { user } from '../../domain/access/access.ts'
import { simCard } from '../../domain/billing/sim-card.ts'
import { deviceCategory, deviceGroup } from '../../domain/device/catalogue.ts'
import { device } from '../../domain/device/device.ts'
import { type EntityDefinition, permissionFor } from '../../domain/entity.ts'
import { fence } from '../../domain/fence/fence.ts'
import { kindWords } from '../../resource/device-kind-words.ts'
import { nameIn, pageOptions } from '../../resource/query.ts'
import { useOnline, useRights } from '../../resource/surroundings.ts'
import type { IconName } from '../../ui/icons.tsx'
import type { Found } from './command-palette.tsx'

interface Source {
  entity: EntityDefinition
  most: number
  icon(row: Readonly<Record<string, unknown>>): IconName
  detail: readonly string[]
  path(row: Readonly<Record<string, unknown>> & { id: number }): string
}

const iconOfKind = (kind: unknown): IconName => {
  const words: Readonly<Record<string, { icon?: IconName }>> = kindWords
  return words[String(kind)]?.icon ?? 'helmet'
}

const sources: readonly Source[] = [
  {
    entity: device,
    most: 8,
    icon: ({ kind }) => iconOfKind(kind),
    detail: ['wearerName', 'imei'],
    path: ({ imei }) => `/DeviceDtail?imei=${encodeURIComponent(String(imei))}`,
  },
  {
    entity: simCard,
    most: 3,
    icon: () => 'card',
    detail: ['accessNumber'],
    path: ({ id }) => `/SIMCard?open=${id}`,
  },
  { entity: fence, most: 3, icon: () => 'fence', detail: [], path: ({ id }) => `/fenceList?open=${id}` },
  {
    entity: deviceGroup,
    most: 3,
    icon: () => 'group',
    detail: [],
    path: ({ id }) => `/ProductGrouping?open=${id}`,
  },
  {
    entity: deviceCategory,
    most: 3,
    icon: ({ kind }) => iconOfKind(kind),
    detail: [],
    path: ({ id }) => `/DeviceCategoryList?open=${id}`,
  },
  {
    entity: user,
    most: 3,
    icon: () => 'user',
    detail: ['username'],
    path: ({ id }) => `/userList?open=${id}`,
  },
]

/** What the server finds of each, as far as the person may read it. */
export function useRecords(asked: string): { found: Found[]; searching: boolean } {
  const { i18n } = useLingui()
  const may = useRights()
  const online = useOnline()
  return useQueries({
    queries: sources.map(({ entity, most }) => ({
      ...pageOptions(entity, { q: asked, page: 1, size: most }),
      enabled: online && asked.length > 0 && may(permissionFor(entity, 'read')),
      placeholderData: keepPreviousData,
      // What was typed is not worth keeping on the device.
      meta: { offline: 'none' as const },
    })),
    combine: results => ({
      searching: results.some(({ isFetching }) => isFetching),
      found:
        asked === '' || !online
          ? []
          : results.flatMap(({ data }, at) => {
              const source = sources[at]
              if (!source || !data) return []
              return data.list.map(row => ({
                key: `${source.entity.key} ${row.id}`,
                title: nameIn(i18n.locale, source.entity, row),
                detail: source.detail
                  .map(field => row[field])
                  .filter(Boolean)
                  .join(' · '),
                icon: source.icon(row),
                path: source.path(row),
              }))
            }),
    }),
  })
}
