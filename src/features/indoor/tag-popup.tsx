// The chosen device over the plan: who, how it is, where exactly, and its trail.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { stateWords } from '../../resource/device-state-words.ts'
import { useRights } from '../../resource/surroundings.ts'
import { Age } from '../../ui/age.tsx'
import { Battery } from '../../ui/battery.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Column, Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { numberFormat, useIntlLocale } from '../../ui/locale.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import css from './indoor.module.css'
import type { Tag } from './indoor-query.ts'
import { TRAIL_MINUTES } from './indoor-search.ts'

interface TagPopupProps {
  tag: Tag
  zones: string
  trail: number | undefined
  onTrail: (minutes: number | undefined) => void
  onClose: () => void
}

export function TagPopup({ tag, zones, trail, onTrail, onClose }: TagPopupProps) {
  const { i18n, t } = useLingui()
  const may = useRights()
  const locale = useIntlLocale()
  const metres = numberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const minutes = numberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
  const frame = useRef<HTMLElement>(null)
  // Chosen in the list below, on a phone: the plan comes back into sight.
  useEffect(() => {
    if (tag.id) frame.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [tag.id])
  return (
    <Column
      as="section"
      ref={frame}
      gap={2}
      pad={3}
      ground="raised"
      edge="strong"
      round="card"
      w="min(320px, calc(100% - 24px))"
      floating
      insetX="12px auto"
      insetY="auto 12px"
      z={2}
      absolute
      className={css.popup}
      aria-label={tag.name}
    >
      <Row gap={2}>
        <Text as="h3" grow size="section" clip>
          <bdi>{tag.wearerName ?? tag.name}</bdi>
        </Text>
        <IconButton icon="close" label={t`Close`} onClick={onClose} />
      </Row>
      <StateMark shape={stateWords[tag.state].shape} label={i18n._(stateWords[tag.state].label)} />
      <Stack as="dl" gap={1} columnGap={3} size="small" columns="startRest" className={css.facts}>
        <Text as="dt" tone="ink-2">{t`Device`}</Text>
        <dd>
          <bdi>{tag.name}</bdi>
        </dd>
        <Text as="dt" tone="ink-2">{t`Seen`}</Text>
        <dd>
          <Age at={tag.at} />
        </dd>
        {zones && (
          <>
            <Text as="dt" tone="ink-2">{t`Zones`}</Text>
            <dd>
              <bdi>{zones}</bdi>
            </dd>
          </>
        )}
        <Text as="dt" tone="ink-2">
          X, Y, Z
        </Text>
        <dd dir="ltr">
          {metres.format(tag.x)} · {metres.format(tag.y)} · {tag.z === null ? '—' : metres.format(tag.z)} m
        </dd>
        {tag.battery !== null && (
          <>
            <Text as="dt" tone="ink-2">{t`Battery`}</Text>
            <dd>
              <Battery percent={tag.battery} />
            </dd>
          </>
        )}
      </Stack>
      <Select
        label={t`Trail`}
        value={trail === undefined ? '0' : String(trail)}
        data={[
          { value: '0', label: t`No trail` },
          ...TRAIL_MINUTES.map(length => ({ value: String(length), label: minutes.format(length) })),
        ]}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
        onChange={value => onTrail(Number(value) || undefined)}
      />
      {may('device.read') && (
        <Button
          variant="default"
          component="a"
          href={`#/DeviceDtail?imei=${tag.imei}`}
          leftSection={<Icon name="forward" />}
        >
          <Trans>Open the device</Trans>
        </Button>
      )}
    </Column>
  )
}
