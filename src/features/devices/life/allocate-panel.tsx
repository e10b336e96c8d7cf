// To whom the chosen devices go; once it has begun, how far it got and the way back.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { allocate, MOST_ALLOCATED } from '../../../contract/endpoints/life.ts'
import { allocation } from '../../../domain/device/allocation.ts'
import { NOTE_LENGTH } from '../../../domain/limits.ts'
import { newKey, sendRequest } from '../../../platform/http.ts'
import { RequestError } from '../../../platform/request-error.ts'
import { showToast } from '../../../platform/toast.ts'
import { refusalOf } from '../../../resource/action-dialogs.tsx'
import { wordsForError } from '../../../resource/error-words.ts'
import { endpointsFor, invalidateEntity } from '../../../resource/query.ts'
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import { showFailure } from '../../../resource/run-command.ts'
import { useOnline, useRights, useSession } from '../../../resource/surroundings.ts'
import type { Row } from '../../../resource/view.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { look } from '../../../ui/kit/look.ts'
import { Box, Inline, List, Muted, SectionTitle, Text } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { AllocationItems } from './allocation-items.tsx'
import { type Allocation, allocationOptions, isMoving } from './allocation-query.ts'
import { AllocationStory } from './allocation-story.tsx'
import css from './life.module.css'
import { isPlatform } from './platform-person.ts'

/** Names shown of what was chosen. */
const NAMED = 12

interface AllocatePanelProps {
  chosen: readonly Row[]
  /** The allocation that is shown; undefined while somebody chooses. */
  run: number | undefined
  onChosen: (rows: readonly Row[]) => void
  onStarted: (id: number) => void
  onAgain: () => void
}

export function AllocatePanel({ chosen, run, onChosen, onStarted, onAgain }: AllocatePanelProps) {
  if (run !== undefined) return <RunPanel id={run} onAgain={onAgain} />
  return <TargetForm chosen={chosen} onChosen={onChosen} onStarted={onStarted} />
}

type Kind = 'department' | 'tenant'

function TargetForm({ chosen, onChosen, onStarted }: Omit<AllocatePanelProps, 'run' | 'onAgain'>) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const platform = isPlatform(useSession())
  const may = useRights()
  const online = useOnline()
  const [kind, setKind] = useState<Kind>(platform ? 'tenant' : 'department')
  const [target, setTarget] = useState<number>()
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const count = chosen.length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (count === 0) return showToast({ kind: 'tip', message: msg`Nothing selected` })
    if (target === undefined)
      return setProblem(kind === 'tenant' ? t`Choose a company` : t`Choose a department`)
    setBusy(true)
    try {
      const { allocationId } = await sendRequest(
        allocate,
        {
          deviceIds: chosen.map(row => row.id),
          ...(kind === 'tenant' ? { targetTenantId: target } : { targetDepartmentId: target }),
          ...(note.trim() && { note: note.trim() }),
        },
        { idempotencyKey: newKey() },
      )
      void invalidateEntity(client, allocation)
      onStarted(allocationId)
    } catch (error) {
      if (error instanceof RequestError && error.field !== undefined) setProblem(i18n._(wordsForError(error)))
      else showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const choose = (next: unknown) => {
    setProblem(undefined)
    setTarget(typeof next === 'number' ? next : undefined)
  }
  if (!may('allocation.save')) {
    return (
      <Muted as="p">
        <Trans>You can look at devices here, but not allocate them.</Trans>
      </Muted>
    )
  }
  return (
    <form className={look({ stack: true, gap: 3 })} onSubmit={event => void submit(event)} noValidate>
      <SectionTitle>
        <Trans>Allocate</Trans>
      </SectionTitle>
      <Chosen chosen={chosen} onChosen={onChosen} />
      {platform && (
        <SegmentedFilter<Kind>
          label={t`To whom`}
          stretch
          segments={[
            { value: 'tenant', label: t`Company` },
            { value: 'department', label: t`Department` },
          ]}
          value={kind}
          onChange={next => {
            setKind(next)
            choose(undefined)
          }}
        />
      )}
      <ReferenceSelect
        key={kind}
        label={kind === 'tenant' ? t`Company` : t`Department`}
        name="target"
        entityKey={kind}
        value={target}
        known={undefined}
        error={problem}
        withAsterisk
        {...(kind === 'tenant' && {
          description: t`Names, places, limits and history stay with the current company; SIM cards are unbound.`,
        })}
        onChange={choose}
      />
      <Textarea
        label={t`Note`}
        maxLength={NOTE_LENGTH}
        autosize
        minRows={2}
        value={note}
        onChange={event => setNote(event.currentTarget.value)}
      />
      {count > MOST_ALLOCATED && (
        <Text as="p" size="small" tone="critical">{t`At most ${MOST_ALLOCATED} devices at once`}</Text>
      )}
      <Button
        type="submit"
        loading={busy}
        disabled={!online || count === 0 || count > MOST_ALLOCATED}
        leftSection={<Icon name="route" />}
      >
        {count === 0 ? (
          <Trans>Allocate</Trans>
        ) : (
          <Plural value={count} one="Allocate # device" other="Allocate # devices" />
        )}
      </Button>
      {!online && (
        <Muted as="p">
          <Trans>No connection. This is not kept for later.</Trans>
        </Muted>
      )}
      <a
        className={look({ inline: true, touchable: true, size: 'small', tone: 'accent' })}
        href="#/allocationProcess"
      >
        <Trans>Earlier allocations</Trans>
      </a>
    </form>
  )
}

function Chosen({ chosen, onChosen }: Pick<AllocatePanelProps, 'chosen' | 'onChosen'>) {
  const { t } = useLingui()
  if (chosen.length === 0) {
    return (
      <Muted as="p">
        <Trans>Choose devices in the list. A click on a row is enough.</Trans>
      </Muted>
    )
  }
  const more = chosen.length - NAMED
  return (
    <>
      <Text as="p" size="big" strong>
        <Plural value={chosen.length} one="# device" other="# devices" />
      </Text>
      <List row wrap align="stretch" gap={2}>
        {chosen.slice(0, NAMED).map(row => {
          const name = String(row.name)
          return (
            <Inline
              as="li"
              key={row.id}
              gap={1}
              fits
              ground="raised"
              edge="line"
              round="full"
              size="small"
              padStart={2}
              padEnd="half"
              className={css.chip}
            >
              <Text as="bdi" clip>
                {name}
              </Text>
              <IconButton
                icon="close"
                label={t`Leave out ${name}`}
                onClick={() => onChosen(chosen.filter(each => each.id !== row.id))}
              />
            </Inline>
          )
        })}
        {more > 0 && (
          <Muted as="li">
            <Plural value={more} one="and # more" other="and # more" />
          </Muted>
        )}
      </List>
      <Box row wrap align="stretch" gap={2} above={3} below={3} goneWhenEmpty>
        <Button size="sm" variant="default" onClick={() => onChosen([])}>
          <Trans>Choose none</Trans>
        </Button>
      </Box>
    </>
  )
}

function RunPanel({ id, onAgain }: { id: number; onAgain: () => void }) {
  const { i18n } = useLingui()
  const { data: row, error, isError, refetch } = useQuery(allocationOptions(id))
  if (!row) {
    if (isError) return <ErrorState what={i18n._(wordsForError(error))} onRetry={() => void refetch()} />
    return <Loading variant="detail" />
  }
  return (
    <>
      <SectionTitle aria-live="polite">
        <RunTitle row={row} />
      </SectionTitle>
      <AllocationStory row={row} />
      <Box row wrap align="stretch" gap={2} above={3} below={3} goneWhenEmpty>
        <UndoButton row={row} />
        {!isMoving(row.state) && (
          <Button variant="default" onClick={onAgain}>
            <Trans>Allocate more</Trans>
          </Button>
        )}
      </Box>
      <AllocationItems row={row} />
    </>
  )
}

function RunTitle({ row }: { row: Allocation }) {
  switch (row.state) {
    case 'running':
      return <Trans>The devices are being allocated</Trans>
    case 'undoing':
      return <Trans>The devices are being taken back</Trans>
    case 'undone':
      return <Trans>All devices were taken back</Trans>
    case 'failed':
      return <Trans>No device could be allocated</Trans>
    case 'done':
      return <Plural value={row.done} one="# device was allocated" other="# devices were allocated" />
  }
}

function UndoButton({ row }: { row: Allocation }) {
  const client = useQueryClient()
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const open = row.state === 'running' || (row.state === 'done' && row.done > 0)
  if (!open) return null
  const undo = async () => {
    setBusy(true)
    try {
      const { results } = await sendRequest(endpointsFor(allocation).command('undo'), { ids: [row.id] })
      const refused = results.find(({ ok }) => !ok)
      if (refused) showFailure(refusalOf(refused))
      await invalidateEntity(client, allocation)
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={!online}
      leftSection={<Icon name="undo" />}
      onClick={() => void undo()}
    >
      <Trans>Take all back</Trans>
    </Button>
  )
}
