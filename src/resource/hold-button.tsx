// Holds what a page shows as evidence: one tap opens a case for it, and an open case may be chosen instead.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { holdItem } from '../contract/endpoints/evidence-case.ts'
import { evidenceCase } from '../domain/case-file/evidence-case.ts'
import type { ItemKind } from '../domain/case-file/manifest.ts'
import { permissionFor } from '../domain/entity.ts'
import { sendRequest } from '../platform/http.ts'
import { RequestError } from '../platform/request-error.ts'
import { showToast } from '../platform/toast.ts'
import { Icon } from '../ui/icons.tsx'
import { Muted, Row } from '../ui/kit/parts.tsx'
import { MenuAction } from '../ui/menu-action.tsx'
import { wordsForError } from './error-words.ts'
import { pageOptions } from './query.ts'
import { useOnline, useRights } from './surroundings.ts'

/** What is held: with an alarm goes what belongs to it. */
export interface HeldThing {
  kind: ItemKind
  subjectId: number
  from?: number
  to?: number
  around?: boolean
}

/** Cases that were opened last are offered. */
const OFFERED = 8

export function HoldButton({ thing }: { thing: HeldThing }) {
  const { t } = useLingui()
  const online = useOnline()
  const may = useRights()
  const client = useQueryClient()
  const hold = useMutation({
    mutationFn: (caseId: number | undefined) =>
      sendRequest(holdItem, { ...thing, ...(caseId !== undefined && { id: caseId }) }),
    onSuccess: ({ id, number }) => {
      showToast({
        kind: 'ok',
        message: msg`Held as evidence in case ${number}`,
        link: { label: msg`Show the case`, to: `/evidenceCases?open=${id}` },
      })
      return client.invalidateQueries({ queryKey: ['entity', evidenceCase.key] })
    },
    onError: error =>
      showToast({
        kind: 'tip',
        message: error instanceof RequestError ? error : wordsForError(error),
      }),
  })
  if (!may('evidenceCase.hold')) return null
  const opens = may(permissionFor(evidenceCase, 'save'))
  return (
    <Row rigid gap={1}>
      {opens && (
        <Button
          variant="default"
          leftSection={<Icon name="shield" />}
          loading={hold.isPending}
          disabled={!online}
          onClick={() => hold.mutate(undefined)}
        >
          <Trans>Hold as evidence</Trans>
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            px="sm"
            disabled={!online || hold.isPending}
            aria-label={t`Hold in an open case`}
            title={t`Hold in an open case`}
          >
            <Icon name={opens ? 'down' : 'shield'} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <OpenCases onChoose={id => hold.mutate(id)} />
        </Menu.Dropdown>
      </Menu>
    </Row>
  )
}

/** Asked for when somebody looks. */
function OpenCases({ onChoose }: { onChoose: (id: number) => void }) {
  const { t } = useLingui()
  const { data, isError } = useQuery(
    pageOptions(evidenceCase, { state: ['open'], size: OFFERED, sort: '-createdAt' }),
  )
  if (!data) return <Muted as="p">{isError ? t`The open cases could not be read` : t`Loading…`}</Muted>
  if (data.list.length === 0)
    return (
      <Muted as="p">
        <Trans>No case is open</Trans>
      </Muted>
    )
  return data.list.map(({ id, number, title }) => (
    <MenuAction key={id} label={`${number} · ${title}`} onRun={() => onChoose(id)} />
  ))
}
