// Takes a shape from text or a file: GeoJSON, WKT, KML, or one pair of numbers a line.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { boundsOf } from '../../domain/geo/geo.ts'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { placesOf } from './shape-space.ts'
import css from './shape-table.module.css'
import { readShapeText, type ShapeText } from './shape-texts.ts'
import type { ShapeEditor } from './use-shape-editor.ts'

const problemWords: Record<(ShapeText & { is: 'problem' })['problem'], MessageDescriptor> = {
  empty: msg`Paste a shape first.`,
  unknown: msg`This is no GeoJSON, WKT or KML, and no list of longitudes and latitudes.`,
  noShape: msg`There is no polygon and no circle in this text.`,
  range: msg`A longitude must lie between -180 and 180, a latitude between -90 and 90.`,
  swapped: msg`Longitude and latitude seem to be swapped.`,
  fewCorners: msg`Three different corners are needed.`,
  manyCorners: msg`There are more than 10,000 corners.`,
}

interface ShapeImportProps {
  editor: ShapeEditor
  opened: boolean
  onClose: () => void
}

export function ShapeImport({ editor, opened, onClose }: ShapeImportProps) {
  const { i18n, t } = useLingui()
  const [text, setText] = useState('')
  const [failed, setFailed] = useState<ShapeText & { is: 'problem' }>()
  const { space } = editor.state
  const take = (swap: boolean) => {
    const read = readShapeText(text, { space, swap })
    if (read.is === 'problem') return setFailed(read)
    editor.send({ is: 'replaced', shape: read.shape })
    const bounds = boundsOf(placesOf(read.shape, space))
    if (bounds) editor.host?.fit(bounds, { paddingPixels: 60, mostZoom: 18 })
    setText('')
    setFailed(undefined)
    onClose()
  }
  const at = failed?.at
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Import a shape`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap={2}>
        <Text as="p" tone="ink-2">
          {space === 'plan' ? (
            <Trans>One corner a line, as X and Y in metres; or GeoJSON or WKT in metres.</Trans>
          ) : (
            <Trans>
              GeoJSON, WKT, KML, or one corner a line as longitude, latitude (WGS-84). The first polygon is
              taken; its holes too.
            </Trans>
          )}
        </Text>
        <textarea
          className={look(
            {
              wide: true,
              pad: 2,
              ground: 'raised',
              edge: 'strong',
              round: 'control',
              size: 'small',
              mono: true,
            },
            css.text,
          )}
          dir="ltr"
          spellCheck={false}
          aria-label={t`Shape as text`}
          placeholder={'114.0590, 22.5420\n114.0610, 22.5420\n114.0600, 22.5440'}
          value={text}
          onChange={event => {
            setText(event.currentTarget.value)
            setFailed(undefined)
          }}
        />
        <input
          type="file"
          aria-label={t`Shape as a file`}
          accept=".geojson,.json,.kml,.wkt,.txt,.csv"
          onChange={event => {
            const [file] = event.currentTarget.files ?? []
            void file?.text().then(setText)
            setFailed(undefined)
          }}
        />
        {failed && (
          <Text as="p" tone="critical" role="alert">
            {i18n._(problemWords[failed.problem])} {at !== undefined && t`Line or corner ${at}.`}
          </Text>
        )}
        <Row wrap align="stretch" justify="end" gap={2}>
          {failed?.problem === 'swapped' && (
            <Button variant="default" onClick={() => take(true)}>
              <Trans>Swap them</Trans>
            </Button>
          )}
          <Button onClick={() => take(false)}>
            <Trans>Import</Trans>
          </Button>
        </Row>
      </Stack>
    </Modal>
  )
}
