// Labels with their values in reading order; what is empty folds away.
import type { ReactNode } from 'react'
import css from './facts.module.css'
import { Stack } from './kit/parts.tsx'

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
          <Stack key={fact.id} gap={3} className={css.fact}>
            <dt>{fact.label}</dt>
            <dd>
              <bdi>{fact.value}</bdi>
            </dd>
          </Stack>
        ))}
    </Stack>
  )
}
