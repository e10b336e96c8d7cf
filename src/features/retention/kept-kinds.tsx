// What the page and its dialogs share: the answer of the server, its name in the cache, and days in words.
import { useLingui } from '@lingui/react/macro'
import type * as z from 'zod/mini'
import type { readRetention } from '../../contract/endpoints/retention.ts'
import { Text } from '../../ui/kit/parts.tsx'

export type Retention = z.output<typeof readRetention.response>
export type KeptKind = Retention['kinds'][number]
export const RETENTION_KEY = ['retention'] as const

export function Days({ days }: { days: number }) {
  const { i18n } = useLingui()
  return (
    <Text as="bdi" nowrap>
      {new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)}
    </Text>
  )
}
