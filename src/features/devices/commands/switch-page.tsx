// Breakers in a list: cut off, close, lock or unlock the ticked ones, or all of a gateway together.
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendSwitch } from '../../../contract/endpoints/device-command.ts'
import type { SwitchMode } from '../../../domain/device/command-input.ts'
import { device } from '../../../domain/device/device.ts'
import { sendRequest } from '../../../platform/http.ts'
import { showToast } from '../../../platform/toast.ts'
import { rowOptions } from '../../../resource/query.ts'
import { ReferenceSelect } from '../../../resource/reference-select.tsx'
import { useOnline } from '../../../resource/surroundings.ts'
import { Icon } from '../../../ui/icons.tsx'
import { FieldGroup, Muted, Row, Stack } from '../../../ui/kit/parts.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import type { Device } from '../device-badges.tsx'
import { CommandPage, Failure, useShowBatch } from './command-page.tsx'
import type { CommandSearch } from './command-search.ts'
import { modeWords } from './command-words.ts'
import css from './commands.module.css'
import { DeviceChecklist } from './device-checklist.tsx'
import type { Chosen } from './device-choice.ts'
import type { Batch } from './device-command.view.tsx'
import { switchCommandOf } from './switch-command.ts'
import { type SwitchAsked, SwitchConfirm } from './switch-confirm.tsx'
import { hindranceOf } from './switch-hindrance.ts'
import { SwitchMarks } from './switch-marks.tsx'
import { modeHints, type SwitchScope, type SwitchVariant, variants } from './switch-words.ts'
import { useSend } from './use-send.ts'

const kindsOf = { single: ['breaker', 'airSwitch', 'electricityMeter'], linked: ['gateway'] } as const

interface SwitchPageProps {
  variant: SwitchVariant
  search: CommandSearch
}

export function SwitchPage({ variant, search }: SwitchPageProps) {
  const { i18n, t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const show = useShowBatch()
  const facts = variants[variant]
  const { busy, failure, send, clear } = useSend()
  const [scope, setScope] = useState<SwitchScope>('single')
  const [gatewayId, setGatewayId] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map())
  const modes = facts.modes[scope]
  const [wanted, setWanted] = useState<SwitchMode>()
  const mode = wanted && modes.includes(wanted) ? wanted : modes[0]
  const [asked, setAsked] = useState<SwitchAsked>()
  const hindrance = (row: Device) => {
    const why = hindranceOf(row, variant, mode)
    return why && i18n._(why)
  }
  const ask = async () => {
    clear()
    // As they stand now, not as they stood when they were ticked.
    const rows = await Promise.all(
      [...chosen.keys()].map(id => client.fetchQuery({ ...rowOptions(device, id), staleTime: 0 })),
    ).catch(() => [])
    const able = rows.filter(row => !hindranceOf(row, variant, mode))
    if (able.length < rows.length) {
      // Ticked for another mode, or moved since: a command that changes nothing only wears the contacts.
      setChosen(new Map(able.map(row => [row.id, row])))
      showToast({ kind: 'tip', message: msg`Devices that cannot take this command are no longer chosen` })
    }
    if (able.length > 0) setAsked({ variant, mode, rows: able })
  }
  const command = () => switchCommandOf(variant, mode)
  const go = async () => {
    const batchId = await send(() =>
      sendRequest(sendSwitch, { deviceIds: [...chosen.keys()], order: command() }),
    )
    setAsked(undefined)
    if (batchId === undefined) return
    setChosen(new Map())
    show(batchId)
  }
  // Never sent again by itself: the rows are ticked again, and the question is asked again.
  const retry = (_: Batch, devices: ReadonlyMap<number, Chosen>) => {
    setChosen(devices)
    clear()
  }
  return (
    <CommandPage
      title={i18n._(facts.title)}
      about={i18n._(facts.about)}
      permission="device.switch"
      kinds={mode === undefined ? ['lock', 'unlock'] : ['switch']}
      search={search}
      onRetry={retry}
    >
      <FieldGroup stack gap={2}>
        <legend>
          <Trans>1. Switches</Trans>
        </legend>
        <SegmentedFilter
          label={t`How many`}
          stretch
          segments={[
            { value: 'single', label: t`Single` },
            { value: 'linked', label: t`All of a gateway` },
          ]}
          value={scope}
          onChange={next => {
            setScope(next)
            setChosen(new Map())
          }}
        />
        {scope === 'single' && (
          <ReferenceSelect
            label={t`Behind the gateway`}
            name="gatewayId"
            entityKey="device"
            within={{ kind: ['gateway'] }}
            value={gatewayId}
            onChange={id => setGatewayId(typeof id === 'number' ? id : null)}
          />
        )}
        <DeviceChecklist
          key={scope}
          kinds={kindsOf[scope]}
          within={scope === 'single' && gatewayId !== null ? { gatewayId } : undefined}
          chosen={chosen}
          onChange={setChosen}
          hindrance={hindrance}
          Marks={SwitchMarks}
        />
      </FieldGroup>
      {modes.length > 1 && (
        <Radio.Group
          label={t`2. How`}
          value={mode ?? ''}
          onChange={value => setWanted(modes.find(each => each === value))}
        >
          <Stack gap={3} padAbove={2}>
            {modes.map(each => (
              <Radio
                key={each}
                value={each}
                label={i18n._(modeWords[each])}
                description={i18n._(modeHints[each])}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Failure failure={failure} />
      <Row wrap justify="end" gap={2} className={css.send}>
        <Muted>
          {chosen.size === 0 ? (
            <Trans>Nothing selected</Trans>
          ) : (
            <Plural value={chosen.size} one="# selected" other="# selected" />
          )}
        </Muted>
        <Button
          color={facts.critical ? 'critical' : 'accent'}
          leftSection={<Icon name={facts.icon} />}
          disabled={!online || chosen.size === 0}
          onClick={() => void ask()}
        >
          {i18n._(facts.verb)}
        </Button>
      </Row>
      <SwitchConfirm
        asked={asked}
        busy={busy}
        onConfirm={() => void go()}
        onCancel={() => setAsked(undefined)}
      />
    </CommandPage>
  )
}
