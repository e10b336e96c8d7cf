// The tools of the shape editor over its map: draw, undo, what is selected, figures, and what is wrong.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { useCoarsePointer } from '../../ui/pointer.ts'
import { useShapeFigures } from './shape-figures.ts'
import { RadiusField } from './shape-numbers.tsx'
import { readHandle } from './shape-state.ts'
import css from './shape-toolbar.module.css'
import { refusalWords, toolWords, useHandleNames } from './shape-words.ts'
import type { ShapeEditor } from './use-shape-editor.ts'

/** Stands inside the map that the editor works on; nothing else is needed for keys and long presses. */
export function ShapeToolbar({ editor }: { editor: ShapeEditor }) {
  const { i18n, t } = useLingui()
  const { state, send, tools, shape, enabled } = editor
  if (!enabled) return <Figures editor={editor} />
  return (
    <Stack
      ref={editor.attach}
      items="start"
      gap={2}
      maw="min(380px, calc(100% - 84px))"
      still
      insetX="12px auto"
      insetY="12px auto"
      z={1}
      absolute
      className={css.over}
    >
      <Row
        wrap
        align="stretch"
        pad="half"
        ground="surface"
        edge="strong"
        round="control"
        floating
        className={css.bar}
        data-covers
        role="toolbar"
        aria-label={t`Drawing tools`}
      >
        {tools.map(tool => (
          <IconButton
            key={tool}
            icon={toolWords[tool].icon}
            label={i18n._(toolWords[tool].label)}
            pressed={state.tool === tool}
            disabled={tool === 'hole' && shape?.kind !== 'polygon'}
            onClick={() => send({ is: 'tool', tool: state.tool === tool ? 'edit' : tool })}
          />
        ))}
        <Text w={1} above={2} below={2} ground="line" className={css.gap} />
        <IconButton
          icon="undo"
          label={t`Undo`}
          disabled={state.past.length === 0}
          onClick={() => send({ is: 'undo' })}
        />
        <IconButton
          icon="redo"
          label={t`Redo`}
          disabled={state.future.length === 0}
          onClick={() => send({ is: 'redo' })}
        />
        <IconButton
          icon="trash"
          label={t`Clear the shape`}
          disabled={!shape && state.draft.length === 0}
          onClick={() => send({ is: 'cleared' })}
        />
      </Row>
      <Drawing editor={editor} />
      <Selected editor={editor} />
      <Figures editor={editor} />
    </Stack>
  )
}

/** While something is drawn: how, and buttons for those without a keyboard. */
function Drawing({ editor }: { editor: ShapeEditor }) {
  const { i18n } = useLingui()
  const coarse = useCoarsePointer()
  const { state, send, host } = editor
  if (state.tool === 'edit') return null
  const middle = host?.camera().centre
  const closable = state.draft.length >= 3 || (state.tool === 'circle' && state.draft.length > 0)
  return (
    <Stack
      gap={2}
      padX={3}
      padY={2}
      ground="surface"
      edge="strong"
      round="control"
      floating
      className={css.panel}
      data-covers
    >
      <Text
        as="p"
        size="small"
        tone="ink-2"
        className={css.how}
        data-begun={state.draft.length > 0 || undefined}
      >
        {i18n._(toolWords[state.tool][coarse ? 'howByTouch' : 'how'])}
      </Text>
      {state.tool === 'circle' && state.draft.length > 0 && <RadiusField editor={editor} compact />}
      <Row wrap gap={2}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!middle}
          onClick={() => middle && send({ is: 'pointed', at: editor.host?.camera().centre ?? middle })}
        >
          <Trans>Add a corner at the map's centre</Trans>
        </Button>
        {closable && (
          <Button size="compact-sm" onClick={() => send({ is: 'finished' })}>
            <Trans>Finish</Trans>
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => send({ is: 'escaped' })}>
          {state.draft.length > 0 ? <Trans>Undo the last corner</Trans> : <Trans>Cancel</Trans>}
        </Button>
      </Row>
    </Stack>
  )
}

function Selected({ editor }: { editor: ShapeEditor }) {
  const { state, send } = editor
  const names = useHandleNames(state.shape)
  const handle = state.selected === undefined ? undefined : readHandle(state.selected)
  if (state.tool !== 'edit' || handle?.is !== 'corner') return null
  const id = state.selected ?? ''
  return (
    <Stack
      gap={2}
      padX={3}
      padY={2}
      ground="surface"
      edge="strong"
      round="control"
      floating
      className={css.panel}
      data-covers
    >
      <Text as="p" size="small" tone="ink-2" className={css.how}>
        {names.of(handle)}
      </Text>
      <Row wrap gap={2}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="trash" size={16} />}
          onClick={() => send({ is: 'cornerRemoved', handle: id })}
        >
          <Trans>Remove the corner</Trans>
        </Button>
        {handle.ring > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="hole" size={16} />}
            onClick={() => send({ is: 'ringRemoved', ring: handle.ring })}
          >
            <Trans>Remove the hole</Trans>
          </Button>
        )}
      </Row>
    </Stack>
  )
}

/** Area and length as they are now, and what keeps the shape from being saved. */
function Figures({ editor }: { editor: ShapeEditor }) {
  const { i18n, t } = useLingui()
  const figures = useShapeFigures()
  const { measures, fault, state, shown, shape } = editor
  const refused = state.refusal && i18n._(refusalWords[state.refusal])
  const radius = shape?.kind === 'circle' ? figures.length(shape.radiusMetres) : undefined
  if (!measures && !refused) return null
  return (
    <Stack
      gap="half"
      padX={3}
      padY={2}
      ground="surface"
      edge="strong"
      round="control"
      floating
      className={css.figures}
      data-covers
    >
      {measures && (
        <Row as="p" wrap align="stretch" gap="half" columnGap={3} strong>
          <bdi>{figures.area(measures.areaSquareMetres)}</bdi>
          <Text plain tone="ink-2">
            {shape?.kind === 'circle' ? t`Radius` : t`Perimeter`}{' '}
            <bdi>{radius ?? figures.length(measures.perimeterMetres)}</bdi>
          </Text>
        </Row>
      )}
      {shown.more && (
        <Text as="p" size="small" tone="ink-2" className={css.how}>
          <Trans>Many corners: only the nearest have handles. Zoom in to see the others.</Trans>
        </Text>
      )}
      <Text as="p" strong tone="critical" role="status">
        {refused ?? (fault && i18n._(fault.message))}
      </Text>
    </Stack>
  )
}
