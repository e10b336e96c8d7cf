// Labels with their values in reading order; what is empty folds away.
import type { ReactNode } from 'react'
import css from './facts.module.css'

export interface Fact {
  id: string
  label: ReactNode
  value: ReactNode
}

const isEmpty = (value: ReactNode): boolean =>
  value === undefined || value === null || value === '' || value === false

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts
        .filter(fact => !isEmpty(fact.value))
        .map(fact => (
          <div key={fact.id} className={css.fact}>
            <dt>{fact.label}</dt>
            <dd>
              <bdi>{fact.value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}
