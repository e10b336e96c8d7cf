// Labels with their values in reading order; what is empty folds away.
import type { ReactNode } from 'react'
import { Box, Stack, Text } from './kit/parts.tsx'

export interface Fact {
  id: string
  label: ReactNode
  value: ReactNode
}

const isEmpty = (value: ReactNode): boolean =>
  value === undefined || value === null || value === '' || value === false

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Stack as="dl" gap={2}>
      {facts
        .filter(fact => !isEmpty(fact.value))
        .map(fact => (
          <Stack key={fact.id} gap={3} cols="minmax(96px, 34%) minmax(0, 1fr)">
            <Text as="dt" tone="ink-3" breaks>
              {fact.label}
            </Text>
            <Box as="dd" tone="ink" breaks>
              <bdi>{fact.value}</bdi>
            </Box>
          </Stack>
        ))}
    </Stack>
  )
}
