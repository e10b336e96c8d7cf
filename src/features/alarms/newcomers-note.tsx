// How many alarms came in that the shown list does not show yet: one press brings them in.
import { Plural } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { alarm } from '../../domain/alarm/alarm.ts'
import type { ListAddress } from '../../resource/list-search.ts'
import { invalidateEntity } from '../../resource/query.ts'
import { look } from '../../ui/kit/look.ts'
import { newcomers } from './newcomers.ts'

interface NewcomersProps {
  list: string
  fetchedAt: number
  address: ListAddress
}

export function Newcomers({ list, fetchedAt, address }: NewcomersProps) {
  const client = useQueryClient()
  const count = useSyncExternalStore(newcomers.subscribe, () => newcomers.read(list, fetchedAt))
  if (count === 0) return null
  return (
    <button
      type="button"
      className={look({
        atBlock: 'center',
        padX: 4,
        ground: 'accent',
        edge: 'none',
        round: 'dialog',
        strong: true,
        tone: 'on-accent',
        pointer: true,
        atLeast: 'chip',
      })}
      onClick={() => {
        address.change({ page: undefined, sort: undefined })
        void invalidateEntity(client, alarm)
      }}
    >
      <Plural value={count} one="# new" other="# new" />
    </button>
  )
}
