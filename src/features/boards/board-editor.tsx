// Composes a board: tiles are added, arranged and set; each save is a version, and nobody's newer one is lost by it.
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { board } from '../../domain/board/board.ts'
import { tileKinds } from '../../domain/board/tiles.ts'
import { newKey, sendRequest } from '../../platform/http.ts'
import { RequestError } from '../../platform/request-error.ts'
import { showToast } from '../../platform/toast.ts'
import { DiscardQuestion } from '../../resource/discard-question.tsx'
import { useLeaveGuard } from '../../resource/leave-guard.ts'
import { endpointsFor, invalidateEntity, rowOptions } from '../../resource/query.ts'
import { runCommand, showFailure } from '../../resource/run-command.ts'
import { useOnline } from '../../resource/surroundings.ts'
import { Banner, BannerAction } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { look } from '../../ui/kit/look.ts'
import { Row, Stack, Text } from '../../ui/kit/parts.tsx'
import { MenuAction } from '../../ui/menu-action.tsx'
import { PageFrame, PageHead } from '../../ui/page-frame.tsx'
import { useScreen } from '../../ui/pointer.ts'
import { Empty } from '../../ui/states.tsx'
import { boardPath } from './addresses.ts'
import { boardView } from './board.view.tsx'
import { BoardVersions } from './board-versions.tsx'
import { kindIcons, kindWords } from './board-words.ts'
import css from './boards.module.css'
import { EditorGrid } from './editor-grid.tsx'
import { fullFor } from './new-tile.ts'
import { TileSettings } from './tile-settings.tsx'
import { useArranging } from './use-arranging.ts'
import { type BoardRow, usePreview } from './use-board.ts'

export function BoardEditor({ row }: { row: BoardRow }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const online = useOnline()
  const narrow = useScreen() !== 'desktop'
  /** What is saved, and which version the next save follows. */
  const [base, setBase] = useState(row)
  const arranging = useArranging(row.tiles)
  const { tiles } = arranging
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const preview = usePreview(tiles)
  const frame = useRef<HTMLDivElement>(null)
  const dirty = JSON.stringify(tiles) !== JSON.stringify(base.tiles)
  const guard = useLeaveGuard(dirty)
  const tile = chosen === undefined ? undefined : arranging.find(chosen)
  /** A tile that was just added gets the focus where it stands. */
  const [added, setAdded] = useState<string>()
  useEffect(() => {
    if (added) frame.current?.querySelector<HTMLElement>(`[data-handle="${added}"]`)?.focus()
  }, [added])

  const work = async (doing: () => Promise<void>) => {
    setBusy(true)
    try {
      await doing()
    } catch (error) {
      if (error instanceof RequestError && error.id === 'row.changed') setOvertaken(true)
      else showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const theirs = () => client.fetchQuery({ ...rowOptions(board, row.id), staleTime: 0 })
  const saveAfter = async ({ id, version, name, roleIds, landing, forWalls }: BoardRow) => {
    const saved = await sendRequest(
      endpointsFor(board).save,
      { id, version, name, roleIds, landing, forWalls, tiles: [...tiles] },
      { idempotencyKey: newKey() },
    )
    client.setQueryData(rowOptions(board, id).queryKey, saved)
    setBase(saved)
    setOvertaken(false)
    showToast({ kind: 'ok', message: msg`Saved` })
    await invalidateEntity(client, board)
  }
  const showTheirs = () =>
    work(async () => {
      const saved = await theirs()
      setBase(saved)
      arranging.take(saved.tiles)
      setOvertaken(false)
    })
  const restore = (number: number) =>
    work(async () => {
      const given = { view: boardView, command: 'restoreVersion', rows: [base], input: { number } }
      const [refused] = await runCommand(client, { ...given, subject: base.name })
      if (refused) return setOvertaken(true)
      const saved = await theirs()
      setBase(saved)
      arranging.take(saved.tiles)
    })
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.target instanceof Element && event.target.closest('input, textarea')) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) arranging.redo()
    else arranging.undo()
  }
  const toGrid = () => frame.current?.querySelector<HTMLElement>('[data-handle], [data-add]')?.focus()
  return (
    <PageFrame scrolls>
      <PageHead
        own
        title={base.name}
        end={
          <>
            <IconButton icon="undo" label={t`Undo`} disabled={!arranging.mayUndo} onClick={arranging.undo} />
            <IconButton icon="redo" label={t`Redo`} disabled={!arranging.mayRedo} onClick={arranging.redo} />
            <AddTile
              tiles={tiles}
              onAdd={kind => {
                const made = arranging.add(kind)
                setChosen(made?.key ?? chosen)
                setAdded(made?.key)
              }}
            />
            <Button component="a" variant="default" href={`#${boardPath(row.id)}`}>
              <Trans>Show board</Trans>
            </Button>
            <Button
              loading={busy}
              disabled={!dirty || !online}
              onClick={() => void work(() => saveAfter(base))}
            >
              <Trans>Save</Trans>
            </Button>
          </>
        }
      />
      {overtaken && (
        <Banner
          tone="warning"
          icon="alert"
          whole
          end={
            <Row gap={2} wrap>
              <BannerAction onClick={() => void showTheirs()}>
                <Trans>Take theirs</Trans>
              </BannerAction>
              <BannerAction onClick={() => void work(async () => saveAfter(await theirs()))}>
                <Trans>Save mine as a further version</Trans>
              </BannerAction>
            </Row>
          }
        >
          <Trans>
            Somebody has saved a newer version meanwhile. Nothing is lost: theirs stays among the versions.
          </Trans>
        </Banner>
      )}
      <p className="gh-hidden" role="status" data-testid="said">
        {arranging.said}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside come up to it */}
      <div
        ref={frame}
        className={look({ stack: true, gap: 4 }, narrow ? undefined : css.editor)}
        onKeyDown={onKey}
      >
        {tiles.length === 0 ? (
          <Empty
            icon="grid"
            title={<Trans>This board has no tiles yet</Trans>}
            why={<Trans>Add a tile: it takes the first place where it has room.</Trans>}
          />
        ) : (
          <EditorGrid
            arranging={arranging}
            measured={preview.data}
            broken={preview.isError && !preview.data}
            chosen={chosen}
            onChoose={setChosen}
            onRemoved={toGrid}
          />
        )}
        <Stack as="aside" gap={5} content="start">
          {tile ? (
            <TileSettings
              key={tile.key}
              tile={tile}
              forWalls={base.forWalls}
              onPlace={place => arranging.place(tile.key, place)}
              onChange={arranging.change}
              onRemove={() => {
                arranging.remove(tile.key)
                toGrid()
              }}
            />
          ) : (
            <Text as="p" size="small" tone="ink-2">
              <Trans>Choose a tile to say what it shows.</Trans>
            </Text>
          )}
          <BoardVersions board={base} busy={busy} onRestore={number => void restore(number)} />
        </Stack>
      </div>
      <DiscardQuestion guard={guard} />
    </PageFrame>
  )
}

interface AddTileProps {
  tiles: BoardRow['tiles'] | readonly BoardRow['tiles'][number][]
  onAdd: (kind: (typeof tileKinds)[number]) => void
}

function AddTile({ tiles, onAdd }: AddTileProps) {
  const { i18n, t } = useLingui()
  const why = {
    board: t`The board has as many tiles as there may be`,
    kind: t`There are as many of these as there may be`,
  }
  return (
    <Menu withinPortal position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="plus" />} data-add="">
          <Trans>Add tile</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {tileKinds.map(kind => {
          const full = fullFor(tiles, kind)
          return (
            <MenuAction
              key={kind}
              icon={kindIcons[kind]}
              label={i18n._(kindWords[kind])}
              blocked={full && why[full]}
              onRun={() => onAdd(kind)}
            />
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
