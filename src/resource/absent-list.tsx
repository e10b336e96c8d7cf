// Why a list is not there yet: it loads, the network is away, it was refused.
import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { codes } from '../contract/errors.ts'
import type { EntityDefinition } from '../domain/entity.ts'
import { RequestError } from '../platform/request-error.ts'
import { useScreen } from '../ui/pointer.ts'
import { ErrorState, Forbidden, Loading } from '../ui/states.tsx'
import { wordsForError } from './error-words.ts'
import { useOnline } from './surroundings.ts'

interface AbsentListProps {
  /** Whether its lists are kept on the device. */
  offline: EntityDefinition['offline']
  list: Pick<UseQueryResult, 'error' | 'isError' | 'isFetching' | 'refetch'>
}

/** Before the first page of a list is there, or when it cannot be had. */
export function AbsentList({ offline, list }: AbsentListProps) {
  const { i18n, t } = useLingui()
  const phone = useScreen() === 'phone'
  const online = useOnline()
  const { error } = list
  if (error instanceof RequestError && (error.code === codes.forbidden || error.status === 403))
    return <Forbidden part />
  if (!online && !list.isFetching) {
    return (
      <ErrorState
        what={t`No connection to the server`}
        kept={
          offline === 'read'
            ? t`This part of the list has not been stored on this device yet.`
            : t`This list is not stored on the device.`
        }
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
