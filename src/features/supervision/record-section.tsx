// One kind of record of a person on their page: the newest, and the way to add another.
import { useLingui } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { permissionFor } from '../../domain/entity.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { cardOf } from '../../resource/cells.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { ActionButtons } from '../../resource/peek.tsx'
import { pageOptions } from '../../resource/query.ts'
import { RowForm } from '../../resource/row-form.tsx'
import { useRights } from '../../resource/surroundings.ts'
import type { Row as EngineRow, View } from '../../resource/view.ts'
import { Icon } from '../../ui/icons.tsx'
import { Card, List, Muted, Row, SectionTitle, Stack, Text } from '../../ui/kit/parts.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Loading } from '../../ui/states.tsx'

const SHOWN = 10

interface RecordSectionProps {
  view: View
  personId: number
  none: ReactNode
  /** Instead of the rows as the view shows them. */
  children?: ReactNode
}

export function RecordSection({ view, personId, none, children }: RecordSectionProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const [adding, setAdding] = useState(false)
  const phone = useScreen() === 'phone'
  const forPerson = useMemo(() => ({ ...view, initial: { ...view.initial, personId } }), [view, personId])
  const addable = view.sections.length > 0 && may(permissionFor(view.entity, 'save'))
  return (
    <Card as="section">
      <Stack gap={3}>
        <Row gap={3}>
          <SectionTitle grow>{i18n._(view.title)}</SectionTitle>
          {addable && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="plus" />}
              onClick={() => setAdding(true)}
            >
              {view.add ? i18n._(view.add) : t`Add`}
            </Button>
          )}
        </Row>
        {children ?? <Rows view={view} personId={personId} none={none} />}
      </Stack>
      {adding && (
        <Drawer
          opened
          onClose={() => setAdding(false)}
          position="right"
          size={phone ? '100%' : 480}
          title={i18n._(view.add ?? view.titleOne)}
          closeButtonProps={{ 'aria-label': t`Close` }}
        >
          <RowForm
            view={forPerson}
            row={undefined}
            onDirty={() => undefined}
            onCancel={() => setAdding(false)}
            onSaved={() => setAdding(false)}
          />
        </Drawer>
      )}
    </Card>
  )
}

function Rows({ view, personId, none }: Pick<RecordSectionProps, 'view' | 'personId' | 'none'>) {
  const { i18n } = useLingui()
  const { data, error, isError } = useQuery(
    pageOptions(view.entity, { page: 1, size: SHOWN, sort: view.entity.defaultSort, personId }),
  )
  if (!data)
    return isError ? (
      <Muted as="p">{i18n._(wordsForError(error))}</Muted>
    ) : (
      <Loading variant="list" count={2} />
    )
  if (data.list.length === 0) return <Muted as="p">{none}</Muted>
  return (
    <ActionsProvider view={view}>
      <List stack gap={2}>
        {data.list.map(row => (
          <Record key={row.id} view={view} row={row} />
        ))}
      </List>
    </ActionsProvider>
  )
}

function Record({ view, row }: { view: View; row: EngineRow }) {
  const { i18n } = useLingui()
  const { actionsFor } = useActions()
  const { name, detail } = cardOf(view, row, i18n)
  return (
    <Row as="li" gap={3} edgeBelow padY={2} lastBare>
      <Stack grow shrink gap="half">
        <Text strong breaks>
          {name}
        </Text>
        <Text size="small" tone="ink-2" breaks>
          {detail}
        </Text>
      </Stack>
      <ActionButtons actions={actionsFor([row])} />
    </Row>
  )
}
