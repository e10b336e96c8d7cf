// Settings for many devices: who, which settings, one look at it all, then the result of each device.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { sendSettings } from '../../../contract/endpoints/device-command.ts'
import { commandInputs } from '../../../domain/device/command-input.ts'
import { sendRequest } from '../../../platform/http.ts'
import { type FieldProblems, problemsOf } from '../../../resource/form-values.ts'
import { useOnline } from '../../../resource/surroundings.ts'
import { DraftNote, useDraft } from '../../../resource/use-draft.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Row } from '../../../ui/kit/parts.tsx'
import { changesOf, draftOf, type SettingsDraft, withChanges } from '../settings-values.ts'
import { CommandPage, Failure, useShowBatch } from './command-page.tsx'
import type { CommandSearch } from './command-search.ts'
import css from './commands.module.css'
import { type Choice, type Chosen, emptyChoice, targetOf } from './device-choice.ts'
import type { Batch } from './device-command.view.tsx'
import { emptySettings, givenSettings, type SettingKey, settingKeys } from './setting-keys.ts'
import { SettingsChoice } from './settings-choice.tsx'
import { TargetChoice } from './target-choice.tsx'
import { useSend } from './use-send.ts'

const blank = draftOf({})

/** What somebody had filled in and ticked; which devices it is for is chosen anew. */
const begun = z.object({
  texts: z.record(z.string(), z.string()),
  ticked: z.array(z.enum(settingKeys)),
})
type Begun = z.output<typeof begun>

export function DistributePage({ search }: { search: CommandSearch }) {
  const { t } = useLingui()
  const online = useOnline()
  const show = useShowBatch()
  const { busy, failure, send, clear } = useSend()
  const [choice, setChoice] = useState<Choice>(emptyChoice)
  const kept = useDraft<Begun>('distribute', { read: kept => begun.safeParse(kept).data })
  const [draft, setDraft] = useState<SettingsDraft>(() => withChanges(blank, kept.found?.texts))
  const [ticked, setTicked] = useState<ReadonlySet<SettingKey>>(() => new Set(kept.found?.ticked))
  const [problems, setProblems] = useState<FieldProblems>({})
  const [asking, setAsking] = useState(false)
  const target = targetOf(choice)
  const settings = givenSettings(draft, ticked)
  const put = (texts: SettingsDraft, ticks: ReadonlySet<SettingKey>) => {
    setDraft(texts)
    setTicked(ticks)
    setProblems({})
    kept.write({ texts: changesOf(texts, blank), ticked: [...ticks] })
  }
  const startOver = () => {
    setDraft(blank)
    setTicked(new Set())
    setProblems({})
  }
  const tick = (key: SettingKey, now: boolean) => {
    const next = new Set(ticked)
    if (now) next.add(key)
    else next.delete(key)
    put(draft, next)
  }
  const check = () => {
    const found = { ...problemsOf(commandInputs.settings, settings), ...emptySettings(draft, ticked) }
    setProblems(found)
    clear()
    if (Object.keys(found).length === 0) setAsking(true)
  }
  const go = async () => {
    if (!target || 'departmentId' in target || 'everybody' in target) return
    const batchId = await send(() => sendRequest(sendSettings, { ...target, settings }))
    setAsking(false)
    if (batchId === undefined) return
    kept.write(undefined)
    show(batchId)
  }
  const retry = (batch: Batch, devices: ReadonlyMap<number, Chosen>) => {
    void send(() => {
      const again = z.parse(commandInputs.settings, batch.input ?? {})
      return sendRequest(sendSettings, { deviceIds: [...devices.keys()], settings: again })
    }).then(batchId => batchId !== undefined && show(batchId))
  }
  return (
    <CommandPage
      title={t`Distribute`}
      about={
        <Trans>
          Sends settings to many devices at once. Only what is ticked changes; a sleeping device applies it
          when it is back.
        </Trans>
      }
      permission="device.settings"
      kinds={['settings']}
      search={search}
      onRetry={retry}
    >
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>1. Devices</Trans>
        </legend>
        <TargetChoice command="settings" value={choice} onChange={setChoice} search={search} />
      </FieldGroup>
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>2. What changes</Trans>
        </legend>
        <DraftNote draft={kept} onStartOver={startOver} />
        <SettingsChoice
          draft={draft}
          ticked={ticked}
          problems={problems}
          onTick={tick}
          onChange={changes => put({ ...draft, ...changes }, ticked)}
        />
      </FieldGroup>
      <Failure failure={failure} />
      <Row wrap justify="end" gap={2} className={css.send}>
        <Button
          leftSection={<Icon name="upload" />}
          disabled={!online || !target || ticked.size === 0}
          loading={busy}
          onClick={check}
        >
          {t`Check and send`}
        </Button>
      </Row>
      <Confirm
        opened={asking}
        title={t`Send these settings?`}
        confirmLabel={t`Send`}
        busy={busy}
        onConfirm={() => void go()}
        onCancel={() => setAsking(false)}
      >
        <p>
          <Plural value={ticked.size} one="# setting changes" other="# settings change" />{' '}
          {choice.way === 'group' ? (
            <Trans>on every device of the group.</Trans>
          ) : (
            <Plural value={choice.devices.size} one="on # device." other="on # devices." />
          )}
        </p>
        <p>
          <Trans>A device on which a lower limit would no longer be below the upper one is left out.</Trans>
        </p>
      </Confirm>
    </CommandPage>
  )
}
