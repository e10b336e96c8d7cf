// A card around what a tab has asked for: its title, and what stands in its place while nothing is there.
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card, SectionTitle, Stack, Text } from '../ui/kit/parts.tsx'

interface AskedCardProps {
  title: ReactNode
  problem: MessageDescriptor | undefined
  waits: boolean
  /** Said where there is nothing; undefined where there is something. */
  empty: ReactNode | undefined
  children: ReactNode
}

export function AskedCard({ title, problem, waits, empty, children }: AskedCardProps) {
  const { i18n } = useLingui()
  return (
    <Card pad={3}>
      <Stack gap={3}>
        <SectionTitle>{title}</SectionTitle>
        {problem && (
          <Text as="p" role="alert" tone="warning">
            {i18n._(problem)}
          </Text>
        )}
        {waits && !problem && (
          <Text as="p" role="status" tone="ink-2">
            <Trans>Loading…</Trans>
          </Text>
        )}
        {empty && (
          <Text as="p" tone="ink-2">
            {empty}
          </Text>
        )}
        {children}
      </Stack>
    </Card>
  )
}
