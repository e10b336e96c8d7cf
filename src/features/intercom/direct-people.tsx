// Choosing whom to call: the people of the own company, those on duty first, then those at a console.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { callPeople } from '../../contract/endpoints/intercom.ts'
import type { DirectPeer } from '../../domain/intercom/direct-call.ts'
import { SEARCH_LENGTH } from '../../domain/limits.ts'
import { sendRequest } from '../../platform/http.ts'
import { wordsForError } from '../../resource/error-words.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { List, Stack, Text } from '../../ui/kit/parts.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import css from './direct-people.module.css'

const SEARCH_PAUSE_MS = 250
/** Who is at a console changes by itself. */
const PRESENCE_MS = 15_000

/** The people who can be called; a search narrows them. */
export const peopleOptions = (search: string) => ({
  queryKey: ['callPeople', search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    sendRequest(callPeople, search ? { search } : {}, { signal }),
  refetchInterval: PRESENCE_MS,
})

export interface DirectPeopleProps {
  onCall: (who: DirectPeer) => void
  disabled: boolean
}

export function DirectPeople({ onCall, disabled }: DirectPeopleProps) {
  const { t, i18n } = useLingui()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const titleId = useId()
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const people = useQuery({ ...peopleOptions(search), placeholderData: keepPreviousData })
  const rows = [...(people.data ?? [])].sort(
    (a, b) => Number(b.onDuty !== null) - Number(a.onDuty !== null) || Number(b.online) - Number(a.online),
  )

  return (
    <Stack
      as="section"
      content="start"
      gap={4}
      w="min(100%, 560px)"
      middling
      className={css.people}
      aria-labelledby={titleId}
    >
      <Text as="h1" id={titleId} size="title">
        <Trans>Whom do you want to call?</Trans>
      </Text>
      <label
        className={look(
          { row: true, gap: 2, padX: 3, ground: 'raised', edge: 'strong', round: 'control', tone: 'ink-3' },
          css.search,
        )}
      >
        <Icon name="search" size={18} />
        <span className="gh-hidden">{t`Search`}</span>
        <input
          type="search"
          value={typed}
          placeholder={t`Name or post`}
          autoComplete="off"
          maxLength={SEARCH_LENGTH}
          onChange={event => setTyped(event.currentTarget.value)}
          onKeyDown={event => walk(event, list.current)}
        />
      </label>
      {people.isPending && <Loading variant="list" count={6} />}
      {people.isError && !people.data && (
        <ErrorState
          what={i18n._(wordsForError(people.error))}
          onRetry={() => void people.refetch()}
          retrying={people.isFetching}
        />
      )}
      {people.data && rows.length === 0 && (
        <Empty
          icon="users"
          title={search ? t`No match` : t`There is nobody to call`}
          why={search ? t`Try a part of the name.` : t`Nobody else in your company has an account.`}
          action={
            search && (
              <Button variant="default" onClick={() => setTyped('')}>
                <Trans>Show all</Trans>
              </Button>
            )
          }
        />
      )}
      {rows.length > 0 && (
        <List ref={list} stack gap={2} aria-busy={people.isFetching}>
          {rows.map(({ id, name, departmentName, online, onDuty }) => (
            <li key={id}>
              <button
                type="button"
                className={look(
                  {
                    card: true,
                    row: true,
                    gap: 3,
                    wide: true,
                    padY: 2,
                    tone: 'ink',
                    text: 'start',
                    pointer: true,
                    atLeast: 'tile',
                  },
                  css.person,
                )}
                disabled={disabled}
                onClick={() => onCall({ id, name })}
                onKeyDown={event => walk(event, list.current)}
              >
                <Face name={name} size="small" />
                <Stack as="span" grow shrink>
                  <Text as="bdi" strong breaks>
                    {name}
                  </Text>
                  {onDuty !== null && (
                    <Text size="caption" tone="ok" breaks>
                      <Trans>
                        On duty: <bdi>{onDuty}</bdi>
                      </Trans>
                    </Text>
                  )}
                  {departmentName && (
                    <Text as="bdi" size="caption" tone="ink-3" breaks>
                      {departmentName}
                    </Text>
                  )}
                </Stack>
                <StateMark
                  shape={online ? 'online' : 'offline'}
                  label={online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
                />
                <Icon name="phone" size={20} />
              </button>
            </li>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** Arrows go from the search into the list and through it. */
function walk(event: KeyboardEvent<HTMLElement>, list: HTMLUListElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !list) return
  const buttons = [...list.querySelectorAll('button')]
  const at = buttons.findIndex(button => button.matches(':focus'))
  const next = buttons[at + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
