// The rules of the tenant in their order, each as a sentence; the first one that fits an alarm decides.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { alarmRule } from '../../domain/alarm/alarm-rule.ts'
import { ActionsProvider, useActions } from '../../resource/actions.tsx'
import { wordsForError } from '../../resource/error-words.ts'
import { FormDrawer } from '../../resource/form-drawer.tsx'
import { type ListAddress, useListAddress } from '../../resource/list-search.ts'
import { invalidateEntity, pageOptions } from '../../resource/query.ts'
import { showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Icon } from '../../ui/icons.tsx'
import { List, Text } from '../../ui/kit/parts.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { Empty, ErrorState, Loading } from '../../ui/states.tsx'
import { alarmRuleView } from './alarm-rule.view.tsx'
import { AlarmTabs } from './alarm-tabs.tsx'
import { RuleCard } from './rule-card.tsx'
import { lastPlace, moved, reordered, saveOrder } from './rule-order.ts'
import type { RuleRow } from './rule-sentence.tsx'

const kept = { tab: 'rules' } as const
/** All rules come as one page: more than anybody makes. */
const MOST = 200

export function RulesPage() {
  const address = useListAddress(alarmRule, kept)
  const list = useQuery(pageOptions(alarmRule, { page: 1, size: MOST, sort: 'priority' }))
  const place = lastPlace(list.data?.list ?? [])
  const view = useMemo(
    () => ({ ...alarmRuleView, initial: { ...alarmRuleView.initial, priority: place } }),
    [place],
  )
  return (
    <ActionsProvider view={view} onEdit={row => address.change({ form: row.id })}>
      <PageFrame scrolls>
        <Rules list={list} address={address} />
      </PageFrame>
      <FormDrawer view={view} address={address} />
    </ActionsProvider>
  )
}

interface RulesProps {
  list: ReturnType<typeof useQuery<{ list: RuleRow[]; total: number }>>
  address: ListAddress
}

function Rules({ list, address }: RulesProps) {
  const { i18n, t } = useLingui()
  const online = useOnline()
  const { maySave } = useActions()
  const add = maySave && (
    <Button
      leftSection={<Icon name="plus" />}
      disabled={!online}
      onClick={() => address.change({ form: 'new' })}
    >
      <Trans>New rule</Trans>
    </Button>
  )
  const rows = list.data?.list
  return (
    <>
      <PageHead title={t`Alarm rules`} count={list.data?.total} end={rows && rows.length > 0 && add} />
      <AlarmTabs current="rules" />
      <Text as="p" atMost="text" tone="ink-2">
        <Trans>
          The first rule from the top that matches an alarm decides. Where none matches, those in charge of
          the device are notified at once.
        </Trans>
      </Text>
      {rows && rows.length > 0 ? (
        <RuleList rows={rows} open={address.search.open} />
      ) : rows ? (
        <Empty
          icon="list"
          title={<Trans>No rules yet</Trans>}
          why={
            <Trans>
              A rule makes an alarm more or less urgent, says who is notified by which channel, and escalates
              it when nobody acts.
            </Trans>
          }
          action={add || undefined}
        />
      ) : list.isError ? (
        <ErrorState what={i18n._(wordsForError(list.error))} onRetry={() => void list.refetch()} />
      ) : (
        <Loading variant="cards" count={4} />
      )}
    </>
  )
}

function RuleList({ rows, open }: { rows: readonly RuleRow[]; open: number | undefined }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const [order, setOrder] = useState<readonly number[]>()
  const [busy, setBusy] = useState(false)
  const [dragged, setDragged] = useState<number>()
  const shown = order
    ? order.flatMap(id => rows.find(row => row.id === id) ?? [])
    : [...rows].sort((a, b) => a.priority - b.priority || a.id - b.id)
  const move = async (from: number, to: number) => {
    const next = moved(shown, from, to)
    setOrder(next.map(({ id }) => id))
    setBusy(true)
    try {
      await saveOrder(reordered(next))
    } catch (error) {
      showFailure(error)
    } finally {
      await invalidateEntity(client, alarmRule)
      setOrder(undefined)
      setBusy(false)
    }
  }
  const drop = (to: number) => {
    const from = shown.findIndex(row => row.id === dragged)
    setDragged(undefined)
    if (from >= 0 && from !== to) void move(from, to)
  }
  return (
    <List as="ol" stack gap={2} aria-label={t`Alarm rules`} aria-busy={busy}>
      {shown.map((row, at) => (
        <RuleCard
          key={row.id}
          row={row}
          place={at + 1}
          last={at === shown.length - 1}
          busy={busy}
          opened={row.id === open}
          dragged={row.id === dragged}
          onUp={() => void move(at, at - 1)}
          onDown={() => void move(at, at + 1)}
          onDrag={() => setDragged(row.id)}
          onDragEnd={() => setDragged(undefined)}
          onDrop={() => drop(at)}
        />
      ))}
    </List>
  )
}
