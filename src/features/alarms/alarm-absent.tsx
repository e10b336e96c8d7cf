// Why a list of alarms is not there yet: it loads, the network is away, it was refused.
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { codes } from '../../contract/errors.ts'
import { CallError } from '../../platform/call-error.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { useScreen } from '../../ui/pointer.ts'
import { ErrorState, Forbidden, Loading } from '../../ui/states.tsx'

interface AbsentListProps {
  list: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>
}

export function AbsentList({ list }: AbsentListProps) {
  const { i18n, t } = useLingui()
  const phone = useScreen() === 'phone'
  const online = useOnline()
  const { error } = list
  if (error instanceof CallError && (error.code === codes.forbidden || error.status === 403))
    return <Forbidden />
  if (!online && !list.isFetching) {
    return (
      <ErrorState
        what={t`No connection to the server`}
        kept={t`This part of the list has not been stored on this device yet.`}
        onRetry={() => void list.refetch()}
      />
    )
  }
  if (list.isError) {
    return (
      <ErrorState
        what={i18n._(wordsForError(error))}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    )
  }
  return <Loading variant={phone ? 'cards' : 'list'} />
}
